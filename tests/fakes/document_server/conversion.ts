import { readFileSync } from 'node:fs'
import { strFromU8, strToU8, zipSync } from 'fflate'
import { documentTexts, editDocument, FIRST_DAY } from './ooxml.js'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OASIS = 'urn:oasis:names:tc:opendocument:xmlns'

function emptyOdt(): Uint8Array {
  const type = 'application/vnd.oasis.opendocument.text'
  const manifest = `${XML}<manifest:manifest xmlns:manifest="${OASIS}:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`
  const content = `${XML}<office:document-content xmlns:office="${OASIS}:office:1.0" xmlns:text="${OASIS}:text:1.0" office:version="1.3"><office:body><office:text></office:text></office:body></office:document-content>`
  const parts = { 'META-INF/manifest.xml': strToU8(manifest), 'content.xml': strToU8(content) }
  return zipSync({ mimetype: [strToU8(type), { level: 0 }], ...parts }, { mtime: FIRST_DAY })
}

export function emptyOf(format: string): Uint8Array {
  if (format === 'odt') return emptyOdt()
  if (format === 'docx') return readFileSync('app/plugins/documents/assets/blank/word.docx')
  throw new Error(`The fake document server does not write .${format}`)
}

/** The same texts in another format; the same bytes where it is the same. */
export function convertDocument(bytes: Uint8Array, from: string, to: string): Uint8Array {
  return from === to ? bytes : written(textsOf(bytes, from), to)
}

function textsOf(bytes: Uint8Array, from: string): string[] {
  const text = strFromU8(bytes)
  if (from === 'rtf') return [text.replace(/\\[a-z]+-?\d* ?|[{}]/g, '').trim()]
  if (from === 'html') return [text.replace(/<[^>]*>/g, '').trim()]
  if (from === 'txt' || from === 'csv') return text.split('\n')
  return documentTexts(bytes, from)
}

function written(texts: readonly string[], to: string): Uint8Array {
  if (to === 'pdf') return strToU8(`%PDF-1.4\n% ${texts.join('\n% ')}\n%%EOF\n`)
  if (to === 'rtf') return strToU8(`{\\rtf1\\ansi ${texts.join('\\par ')}}`)
  if (to === 'html') return strToU8(`<!doctype html><p>${texts.join('</p><p>')}</p>`)
  if (to === 'txt' || to === 'csv') return strToU8(`${texts.join('\n')}\n`)
  return texts.reduce((made, text) => editDocument(made, to, { text }), emptyOf(to))
}
