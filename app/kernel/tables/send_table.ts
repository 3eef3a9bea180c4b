import type { HttpContext } from '@adonisjs/core/http'
import { clock } from '../state/clock.js'
import { csvOf } from './csv_table.js'
import type { TableColumn } from './table.js'

export const TABLE_FORMATS = ['csv', 'xlsx'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

export const TABLE_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export interface Table<Row> {
  /** What is in it, in one word, for the file's name and the sheet. */
  name: string
  columns: readonly TableColumn<Row>[]
  rows: AsyncGenerator<Row>
}

/**
 * Answers with a file of rows, written as they are read: in constant memory, whatever their number. A fault before
 * the first row becomes an answer; one after it breaks the download off.
 */
export async function sendTable<Row>(
  { response }: HttpContext,
  { name, columns, rows }: Table<Row>,
  format: TableFormat = 'csv'
): Promise<void> {
  const begun = await started(rows)
  const file = `${name}-${clock.date().toISOString().slice(0, 10)}.${format}`
  response.header('Content-Type', TABLE_TYPES[format])
  response.header('Content-Disposition', `attachment; filename="${file}"`)
  response.header('Cache-Control', 'no-store')
  response.header('X-Content-Type-Options', 'nosniff')
  response.stream(format === 'csv' ? csvOf(columns, begun) : await workbook(name, columns, begun))
}

async function workbook<Row>(
  name: string,
  columns: readonly TableColumn<Row>[],
  rows: AsyncIterable<Row>
) {
  const { xlsxOf } = await import('./xlsx_table.js')
  return xlsxOf(name, columns, rows)
}

/** The same rows, of which the first has been read. */
async function started<Row>(rows: AsyncGenerator<Row>): Promise<AsyncGenerator<Row>> {
  const first = await rows.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* rows
  })()
}
