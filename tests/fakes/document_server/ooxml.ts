import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate'
import { randomBytes } from 'node:crypto'
import { fillPdf, isPdf, pdfTexts, printPdf } from './pdf_form.js'

export interface Edit {
  text: string
  /** Bytes of incompressible ballast beside the text, for a file of a chosen size. */
  padding?: number
}

interface Format {
  part: RegExp
  insert: (xml: string, text: string) => string
  texts: RegExp
}

/** The first day a zip entry can carry: equal content gives equal bytes. */
const FIRST_DAY = new Date(1980, 0, 1)

const BALLAST = 'docProps/ballast.bin'
const PRINTED = 'docProps/printed.txt'

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const unescape = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

const beforeLast = (xml: string, tag: string, addition: string): string => {
  const at = xml.lastIndexOf(tag)
  if (at < 0) throw new Error(`The part has no ${tag}`)
  return xml.slice(0, at) + addition + xml.slice(at)
}

function insertParagraph(xml: string, text: string): string {
  const paragraph = `<w:p><w:r><w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`
  const tag = /<w:sectPr[^>]*>(?:(?!<\/w:p>).)*$/s.test(xml) ? '<w:sectPr' : '</w:body>'
  return beforeLast(xml, tag, paragraph)
}

function insertRow(xml: string, text: string): string {
  const rows = [...xml.matchAll(/<row [^>]*\br="(\d+)"/g)].map((match) => Number(match[1]))
  const number = Math.max(0, ...rows) + 1
  const cell = `<c r="A${number}" t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`
  const opened = xml.replace('<sheetData/>', '<sheetData></sheetData>')
  return beforeLast(opened, '</sheetData>', `<row r="${number}">${cell}</row>`)
}

function insertTextBox(xml: string, text: string): string {
  const id = xml.split('<p:cNvPr ').length + 1
  const frame = '<a:xfrm><a:off x="914400" y="914400"/><a:ext cx="9144000" cy="914400"/></a:xfrm>'
  const shape = `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>
<p:spPr>${frame}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>
<p:txBody><a:bodyPr/><a:p><a:r><a:t>${escape(text)}</a:t></a:r></a:p></p:txBody></p:sp>`
  return beforeLast(xml, '</p:spTree>', shape)
}

const insertOpenParagraph = (xml: string, text: string): string =>
  beforeLast(xml, '</office:text>', `<text:p>${escape(text)}</text:p>`)

const OFFICE: Record<'docx' | 'xlsx' | 'pptx', Format> = {
  docx: { part: /^word\/document\.xml$/, insert: insertParagraph, texts: /<w:t[ >][^<]*/g },
  xlsx: { part: /^xl\/worksheets\/sheet1\.xml$/, insert: insertRow, texts: /<t[ >][^<]*/g },
  pptx: { part: /^ppt\/slides\/slide1\.xml$/, insert: insertTextBox, texts: /<a:t>[^<]*/g },
}

const FORMATS: Record<string, Format> = {
  ...OFFICE,
  docm: OFFICE.docx,
  odt: { part: /^content\.xml$/, insert: insertOpenParagraph, texts: /<text:p[ >][^<]*/g },
}

interface Opened {
  format: Format
  part: string
  entries: Record<string, Uint8Array>
}

function open(bytes: Uint8Array, fileType: string): Opened {
  const format = FORMATS[fileType]
  if (!format) throw new Error(`The fake document server does not edit .${fileType}`)
  const entries = unzipSync(bytes)
  const part = Object.keys(entries).find((name) => format.part.test(name))
  if (!part) throw new Error(`This is no .${fileType}`)
  return { format, part, entries }
}

/** The document with one paragraph, row or text box more; what else is in it stays. */
export function editDocument(bytes: Uint8Array, fileType: string, edit: Edit): Uint8Array {
  if (fileType === 'pdf') return fillPdf(bytes, edit.text)
  const { format, part, entries } = open(bytes, fileType)
  const xml = strFromU8(entries[part] ?? new Uint8Array())
  const files: Zippable = { ...entries, [part]: strToU8(format.insert(xml, edit.text)) }
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
  if (fileType === 'pdf') return printPdf(bytes)
  return packed({ ...open(bytes, fileType).entries, [PRINTED]: strToU8('no fields') }, FIRST_DAY)
}

/** The same document, written at another time. */
export const stampDocument = (bytes: Uint8Array, time: Date): Uint8Array =>
  packed(unzipSync(bytes), time)

const PROPERTIES = 'docProps/core.xml'
const PROPERTIES_LINK = `<Relationship Id="core" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="${PROPERTIES}"/>`
const PROPERTY_SPACES =
  'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

/** The document as it says itself when it was changed last, to the second; one of the office packages. */
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
  const { format, part, entries } = open(bytes, fileType)
  const xml = strFromU8(entries[part] ?? new Uint8Array())
  return [...xml.matchAll(format.texts)].map(([match]) => unescape(match.replace(/^<[^>]*>/, '')))
}

export const isDocument = (bytes: Uint8Array, fileType: string): boolean => {
  if (fileType === 'pdf') return isPdf(bytes)
  try {
    return open(bytes, fileType).part.length > 0
  } catch {
    return false
  }
}
