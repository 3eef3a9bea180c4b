export type Cell = string | number | boolean | null

export interface TableColumn<Row> {
  readonly title: string
  readonly value: (row: Row) => Cell
}

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NEUTRALISED = /^'(?=[=+\-@\t\r])/

/** Text that no spreadsheet runs: `=cmd|…` becomes `'=cmd|…`. */
export function neutralised(cell: Cell): Cell {
  return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell
}

/** What was written before it was neutralised. */
export function restored(text: string): string {
  return text.replace(NEUTRALISED, '')
}

const CHUNK = 64 * 1024

/** Few large pieces of text instead of many small ones. */
export async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const piece of pieces) {
    chunk += piece
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
