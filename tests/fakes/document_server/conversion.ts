import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { documentTexts, editDocument } from './ooxml.js'

const DAY = { mtime: new Date(1980, 0, 1) }
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OASIS = 'urn:oasis:names:tc:opendocument:xmlns'

export function emptyOdt(): Uint8Array {
  const type = 'application/vnd.oasis.opendocument.text'
  const manifest = `${XML}<manifest:manifest xmlns:manifest="${OASIS}:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`
  const content = `${XML}<office:document-content xmlns:office="${OASIS}:office:1.0" xmlns:text="${OASIS}:text:1.0" office:version="1.3"><office:body><office:text></office:text></office:body></office:document-content>`
  const parts = {
    'META-INF/manifest.xml': strToU8(manifest),
    'content.xml': strToU8(content),
  }
  return zipSync({ mimetype: [strToU8(type), { level: 0 }], ...parts }, DAY)
}

const blank = (name: string) => () => readFileSync(`app/plugins/documents/assets/blank/${name}`)

const EMPTY: Record<string, () => Uint8Array> = {
  docx: blank('word.docx'),
  xlsx: blank('cell.xlsx'),
  pptx: blank('slide.pptx'),
  odt: emptyOdt,
}

/** What holds macros is held as what it is without them. */
const heldAs = (format: string): string => (format === 'docm' ? 'docx' : format)

/** The same texts in another format; the same bytes where it is the same. */
export function convertDocument(bytes: Uint8Array, from: string, to: string): Uint8Array {
  if (heldAs(from) === heldAs(to)) return bytes
  const added = (document: Uint8Array, text: string) => editDocument(document, to, { text })
  return documentTexts(bytes, from).reduce(added, emptyOf(to))
}

export function emptyOf(format: string): Uint8Array {
  const empty = EMPTY[format]
  if (!empty) throw new Error(`The fake document server does not write .${format}`)
  return empty()
}
