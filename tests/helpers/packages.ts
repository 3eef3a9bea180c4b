import { readFileSync } from 'node:fs'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { blankFile, type BlankKind } from '../../app/plugins/documents/blank/blank_file.js'

const OOXML = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** What says of a package that it is a document of Word. */
export const WORD_INDEXES = {
  '[Content_Types].xml': contentTypes(''),
  '_rels/.rels': `<Relationships><Relationship Id="r1" Type="${OOXML}/officeDocument" Target="word/document.xml"/></Relationships>`,
}

/** @param more elements beside the one of its main part */
export function contentTypes(more: string): string {
  return `<Types><Override PartName="/word/document.xml" ContentType="${WORD}"/>${more}</Types>`
}

const FIRST_DAY = new Date(1980, 0, 1)

/** The bytes of a real, empty document. */
export function blankBytes(kind: BlankKind = 'word'): Buffer {
  return readFileSync(blankFile(kind).path)
}

/** A docx with this text in it; another text gives other bytes, and the same text the same, whenever it is made. */
export function wordBytes(text: string, more: Zippable = {}): Buffer {
  const parts = {
    '[Content_Types].xml': strToU8(WORD_INDEXES['[Content_Types].xml']),
    '_rels/.rels': strToU8(WORD_INDEXES['_rels/.rels']),
    'word/document.xml': strToU8(`<w:document>${text}</w:document>`),
    ...more,
  }
  return Buffer.from(zipSync(parts, { mtime: FIRST_DAY }))
}
