import { strFromU8, strToU8 } from 'fflate'
import { emptyOf } from './conversion.js'
import { documentTexts, editDocument } from './ooxml.js'

/** What the server's table says can become what, as far as the fake plays it. */
const TARGETS: Record<string, readonly string[]> = {
  word: ['pdf', 'docx', 'odt', 'rtf', 'txt', 'html'],
  cell: ['pdf', 'xlsx', 'csv'],
  slide: ['pdf', 'pptx'],
  pdf: ['docx', 'odt', 'rtf', 'txt', 'html'],
}

const FAMILIES: Record<string, readonly string[]> = {
  word: ['docx', 'docm', 'doc', 'odt', 'rtf', 'txt', 'html'],
  cell: ['xlsx', 'csv'],
  slide: ['pptx'],
  pdf: ['pdf'],
}

export const isConvertible = (from: string, to: string): boolean => {
  const family = Object.keys(FAMILIES).find((name) => FAMILIES[name]?.includes(from))
  return family !== undefined && TARGETS[family]?.includes(to) === true
}

/** The same texts in another type; throws where the bytes are not what they are said to be. */
export function convertBytes(bytes: Uint8Array, from: string, to: string): Uint8Array {
  return written(textsOf(bytes, from), to)
}

function textsOf(bytes: Uint8Array, from: string): string[] {
  if (/^(?:docx|docm|xlsx|pptx)$/.test(from)) return documentTexts(bytes, from)
  const text = strFromU8(bytes)
  if (from === 'rtf') return [text.replace(/\\[a-z]+-?\d* ?|[{}]/g, '').trim()]
  if (from === 'html') return [text.replace(/<[^>]*>/g, '').trim()]
  if (from === 'txt' || from === 'csv') return text.split('\n')
  return []
}

function written(texts: readonly string[], to: string): Uint8Array {
  if (to === 'pdf') return strToU8(pdfOf(texts), true)
  if (to === 'rtf') return strToU8(`{\\rtf1\\ansi ${texts.join('\\par ')}}`)
  if (to === 'html') return strToU8(`<!doctype html><p>${texts.join('</p><p>')}</p>`)
  if (to === 'txt' || to === 'csv') return strToU8(`${texts.join('\n')}\n`)
  return texts.reduce((made, text) => editDocument(made, to, { text }), emptyOf(to))
}

/** One page with every text on a line of its own; the table of objects says where each begins. */
function pdfOf(texts: readonly string[]): string {
  const lines = texts.map((text) => `(${text.replace(/[\\()]/g, '\\$&')}) Tj T*`).join(' ')
  const stream = `BT /F1 12 Tf 14 TL 72 770 Td ${lines} ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj${object}endobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return `${file}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
}
