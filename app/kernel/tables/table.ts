import { setImmediate as nextTurn } from 'node:timers/promises'

export type Cell = string | number | boolean | null

export interface TableColumn<Row> {
  readonly title: string
  readonly value: (row: Row) => Cell
}

/**
 * Where a spreadsheet may begin to take a text for a formula: at the start of a cell, and, since it may split cells at
 * other characters than we do, behind each of those. What it takes for quotes or blanks there it leaves out, and some
 * read signs of full width as the others.
 */
const START = '(^|[;|\\t\\r\\n])([ "\\u00a0\\u2000-\\u200b\\u3000\\ufeff]*)'
const SIGN = `(?='*[=+\\-@＝＋－＠])`
const FORMULA = new RegExp(`${START}${SIGN}`, 'g')
const NEUTRALISED = new RegExp(`${START}'${SIGN}`, 'g')

/** Text that no spreadsheet runs: `=cmd|…` becomes `'=cmd|…`, and `a;=1` becomes `a;'=1`. */
export function neutralised(cell: Cell): Cell {
  return typeof cell === 'string' ? cell.replace(FORMULA, "$1$2'") : cell
}

/** What was written before it was neutralised. */
export function restored(text: string): string {
  return text.replace(NEUTRALISED, '$1$2')
}

const CHUNK = 64 * 1024

/** Few large pieces of text instead of many small ones, and others get a turn between them. */
export async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const piece of pieces) {
    chunk += piece
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
    await nextTurn()
  }
  if (chunk !== '') yield chunk
}
