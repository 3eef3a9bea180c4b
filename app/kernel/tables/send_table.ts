import type { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { currentKey } from '#kernel/acting/main'
import type { TableFormat } from '#kernel/contracts/main'
import { clock } from '#kernel/state/main'
import { csvOf } from './csv_table.js'
import { tableExports } from './limits.js'
import type { TableColumn } from './table.js'

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
 * the first row becomes an answer; one after it breaks the download off. Whoever reads as good as nothing of it, or goes
 * away, ends it.
 *
 * @throws E_TOO_MANY_REQUESTS where too many are written already
 */
export async function sendTable<Row>(
  { request, response }: HttpContext,
  { name, columns, rows }: Table<Row>,
  format: TableFormat = 'csv'
): Promise<void> {
  if (request.method() === 'HEAD') return describe(response, name, format)
  const release = await tableExports.acquire(currentKey())
  const reader = response.response
  try {
    const begun = await started(rows)
    describe(response, name, format)
    const file = format === 'csv' ? csvOf(columns, begun) : await workbook(name, columns, begun)
    if (reader.destroyed) file.destroy()
    file.once('close', release)
    reader.once('close', () => file.destroy())
    response.stream(file)
  } catch (error) {
    release()
    throw error
  }
}

function describe(response: HttpContext['response'], name: string, format: TableFormat): void {
  const file = `${name}-${clock.date().toISOString().slice(0, 10)}.${format}`
  response.header('Content-Type', TABLE_TYPES[format])
  response.header('Content-Disposition', `attachment; filename="${file}"`)
  response.header('Cache-Control', 'no-store')
  response.header('X-Content-Type-Options', 'nosniff')
}

async function workbook<Row>(
  name: string,
  columns: readonly TableColumn<Row>[],
  rows: AsyncIterable<Row>
): Promise<Readable> {
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
