import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate'
import { randomBytes } from 'node:crypto'

export interface Edit {
  text: string
  /** Bytes of incompressible ballast beside the text, for a file of a chosen size. */
  padding?: number
}

interface Format {
  part: string
  insert: (xml: string, text: string) => string
  texts: RegExp
}

/** The first day a zip entry can carry: equal content gives equal bytes. */
export const FIRST_DAY = new Date(1980, 0, 1)

const BALLAST = 'docProps/ballast.bin'
const PRINTED = 'docProps/printed.txt'

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const unescape = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

function beforeLast(text: string, tag: string, addition: string): string {
  const at = text.lastIndexOf(tag)
  if (at < 0) throw new Error(`There is no ${tag}`)
  return text.slice(0, at) + addition + text.slice(at)
}

function insertParagraph(xml: string, text: string): string {
  const paragraph = `<w:p><w:r><w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`
  const tag = /<w:sectPr[^>]*>(?:(?!<\/w:p>).)*$/s.test(xml) ? '<w:sectPr' : '</w:body>'
  return beforeLast(xml, tag, paragraph)
}

const insertOpenParagraph = (xml: string, text: string): string =>
  beforeLast(xml, '</office:text>', `<text:p>${escape(text)}</text:p>`)

const FORMATS: Record<string, Format> = {
  docx: { part: 'word/document.xml', insert: insertParagraph, texts: /<w:t[ >][^<]*/g },
  odt: { part: 'content.xml', insert: insertOpenParagraph, texts: /<text:p[ >][^<]*/g },
}

/** Opened and closed only: the part that each must have. */
const UNEDITED: Record<string, string> = { xlsx: 'xl/workbook.xml', pptx: 'ppt/presentation.xml' }

function open(bytes: Uint8Array, fileType: string) {
  const format = FORMATS[fileType]
  if (!format) throw new Error(`The fake document server does not edit .${fileType}`)
  const entries = unzipSync(bytes)
  const part = entries[format.part]
  if (!part) throw new Error(`This is no .${fileType}`)
  return { format, xml: strFromU8(part), entries }
}

/** The document with one paragraph more; what else is in it stays. */
export function editDocument(bytes: Uint8Array, fileType: string, edit: Edit): Uint8Array {
  if (fileType === 'pdf') return fillPdf(bytes, edit.text)
  const { format, xml, entries } = open(bytes, fileType)
  const files: Zippable = { ...entries, [format.part]: strToU8(format.insert(xml, edit.text)) }
  const ballast = edit.padding ? randomBytes(edit.padding) : entries[BALLAST]
  if (ballast) files[BALLAST] = [ballast, { level: 0 }]
  return packed(files, FIRST_DAY)
}

/** Open documents begin with what they are, in clear. */
function packed(files: Zippable, mtime: Date): Uint8Array {
  const { mimetype } = files
  const first =
    mimetype instanceof Uint8Array ? { mimetype: [mimetype, { level: 0 }] as const } : {}
  return zipSync({ ...first, ...files, ...first } as Zippable, { mtime })
}

/** What is sent of a form that is submitted: what was filled in, on a page without fields. */
export function printDocument(bytes: Uint8Array, fileType: string): Uint8Array {
  if (fileType === 'pdf') return latin(latinOf(bytes).replaceAll(/^%field /gm, '%print '))
  return packed({ ...open(bytes, fileType).entries, [PRINTED]: strToU8('no fields') }, FIRST_DAY)
}

/** The same document, written at another time. */
export const stampDocument = (bytes: Uint8Array, time: Date): Uint8Array =>
  packed(unzipSync(bytes), time)

const PROPERTIES = 'docProps/core.xml'
const PROPERTIES_LINK = `<Relationship Id="core" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="${PROPERTIES}"/>`
const PROPERTY_SPACES =
  'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

/** The office package as it says itself when it was changed last, to the second. */
export function dateDocument(bytes: Uint8Array, time: Date): Uint8Array {
  const modified = `${time.toISOString().slice(0, 19)}Z`
  const xml = `<cp:coreProperties ${PROPERTY_SPACES}><dcterms:modified xsi:type="dcterms:W3CDTF">${modified}</dcterms:modified></cp:coreProperties>`
  const entries = unzipSync(bytes)
  const links = strFromU8(entries['_rels/.rels']!).replace(/(?=<\/Relationships>)/, PROPERTIES_LINK)
  const dated = { '_rels/.rels': strToU8(links), [PROPERTIES]: strToU8(xml) }
  return packed({ ...entries, ...dated }, FIRST_DAY)
}

/** The pieces of text in the order of the document. */
export function documentTexts(bytes: Uint8Array, fileType: string): string[] {
  if (fileType === 'pdf') return pdfTexts(bytes)
  const { format, xml } = open(bytes, fileType)
  return [...xml.matchAll(format.texts)].map(([match]) => unescape(match.replace(/^<[^>]*>/, '')))
}

export function isDocument(bytes: Uint8Array, fileType: string): boolean {
  if (fileType === 'pdf') return /^%PDF-.*%%EOF/s.test(latinOf(bytes))
  try {
    const part = UNEDITED[fileType]
    return part ? part in unzipSync(bytes) : open(bytes, fileType).xml.length > 0
  } catch {
    return false
  }
}

const latin = (text: string): Uint8Array => strToU8(text, true)
const latinOf = (bytes: Uint8Array): string => strFromU8(bytes, true)

/** Each text that is filled into a PDF form is a comment of its own before the end. */
const fillPdf = (bytes: Uint8Array, text: string): Uint8Array =>
  latin(beforeLast(latinOf(bytes), '%%EOF', `%field ${encodeURIComponent(text)}\n`))

const pdfTexts = (bytes: Uint8Array): string[] =>
  [...latinOf(bytes).matchAll(/^%(?:field|print) (\S+)$/gm)].map(([, text]) =>
    decodeURIComponent(text!)
  )
