import { readFileSync } from 'node:fs'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { blankFile, type BlankKind } from '../../app/plugins/documents/blank/blank_file.js'

const FIRST_DAY = new Date(1980, 0, 1)

/** The bytes of a real, empty document. */
export function blankBytes(kind: BlankKind = 'word'): Buffer {
  return readFileSync(blankFile(kind).path)
}

/** A docx with this text in it; another text gives other bytes, and the same text the same, whenever it is made. */
export function wordBytes(text: string, more: Zippable = {}): Buffer {
  const parts = {
    '[Content_Types].xml': strToU8('<Types/>'),
    'word/document.xml': strToU8(`<w:document>${text}</w:document>`),
    ...more,
  }
  return Buffer.from(zipSync(parts, { mtime: FIRST_DAY }))
}
