import { strToU8, zipSync } from 'fflate'
import { cellParts } from './cell_parts.js'
import type { Parts } from './parts.js'
import { slideParts } from './slide_parts.js'
import { wordParts } from './word_parts.js'

/** The first day a zip entry can carry: the same parts always give the same bytes. */
const FIRST_DAY = new Date(1980, 0, 1)

function pack(parts: Parts): Uint8Array {
  const entries = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const)

  return zipSync(Object.fromEntries(entries), { level: 9, mtime: FIRST_DAY })
}

export const blankDocuments = (): Record<string, Uint8Array> => ({
  'word.docx': pack(wordParts),
  'cell.xlsx': pack(cellParts),
  'slide.pptx': pack(slideParts),
})
