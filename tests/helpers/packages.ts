import { readFileSync } from 'node:fs'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { blankFile, type BlankKind } from '../../app/plugins/documents/blank/blank_file.js'

/** The bytes of a real, empty document. */
export function blankBytes(kind: BlankKind = 'word'): Buffer {
  return readFileSync(blankFile(kind).path)
}

/** A docx with this text in it; another text gives other bytes. */
export function wordBytes(text: string, more: Zippable = {}): Buffer {
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'word/document.xml': strToU8(`<w:document>${text}</w:document>`),
      ...more,
    })
  )
}
