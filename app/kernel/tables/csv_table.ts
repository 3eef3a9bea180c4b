import { Readable } from 'node:stream'
import { inChunks, neutralised, type Cell, type TableColumn } from './table.js'

/** Tells spreadsheets that the file is UTF-8. */
const MARK = '\uFEFF'

/** Rows as CSV (RFC 4180), as they come. */
export function csvOf<Row>(
  columns: readonly TableColumn<Row>[],
  rows: AsyncIterable<Row>
): Readable {
  return Readable.from(inChunks(linesOf(columns, rows)))
}

async function* linesOf<Row>(
  columns: readonly TableColumn<Row>[],
  rows: AsyncIterable<Row>
): AsyncGenerator<string> {
  yield MARK + lineOf(columns.map(({ title }) => title))
  for await (const row of rows) yield lineOf(columns.map(({ value }) => value(row)))
}

function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`
}

function written(cell: Cell): string {
  const text = String(neutralised(cell) ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
