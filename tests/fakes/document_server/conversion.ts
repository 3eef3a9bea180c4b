import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { documentTexts, editDocument } from './ooxml.js'

const DAY = { mtime: new Date(1980, 0, 1) }
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OASIS = 'urn:oasis:names:tc:opendocument:xmlns'

type Body = 'text' | 'spreadsheet' | 'presentation'

/** An open document of one empty page, or sheet. */
function emptyOpen(body: Body, inside: string): Uint8Array {
  const type = `application/vnd.oasis.opendocument.${body}`
  const manifest = `${XML}<manifest:manifest xmlns:manifest="${OASIS}:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`
  const content = `${XML}<office:document-content xmlns:office="${OASIS}:office:1.0" xmlns:text="${OASIS}:text:1.0" xmlns:table="${OASIS}:table:1.0" xmlns:draw="${OASIS}:drawing:1.0" office:version="1.3"><office:body><office:${body}>${inside}</office:${body}></office:body></office:document-content>`
  return zipSync(
    {
      'mimetype': [strToU8(type), { level: 0 }],
      'META-INF/manifest.xml': strToU8(manifest),
      'content.xml': strToU8(content),
    },
    DAY
  )
}

export const emptyOdt = (): Uint8Array => emptyOpen('text', '')
export const emptyOds = (): Uint8Array => emptyOpen('spreadsheet', '<table:table></table:table>')
export const emptyOdp = (): Uint8Array => emptyOpen('presentation', '')

const blank = (name: string) => () => readFileSync(`app/plugins/documents/assets/blank/${name}`)

const EMPTY: Record<string, () => Uint8Array> = {
  docx: blank('word.docx'),
  xlsx: blank('cell.xlsx'),
  pptx: blank('slide.pptx'),
  odt: emptyOdt,
  ods: emptyOds,
  odp: emptyOdp,
}

/** What holds macros is held as what it is without them. */
const HELD: Record<string, string> = { docm: 'docx', xlsm: 'xlsx', pptm: 'pptx' }

const heldAs = (format: string): string => HELD[format] ?? format

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
