import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yazl from 'yazl'
import { inChunks, type TableColumn } from './table.js'
import { packageParts, SHEET_FOOT, SHEET_HEAD, sheetPath, sheetRow } from './xlsx_parts.js'

/** A sheet has no more. */
const ROWS_OF_A_SHEET = 1_048_576

/** Rows as a workbook, as they come; what does not fit onto one sheet goes onto the next. Nothing more is read once it is destroyed. */
export function xlsxOf<Row>(
  name: string,
  columns: readonly TableColumn<Row>[],
  rows: AsyncIterable<Row>,
  rowsOfASheet = ROWS_OF_A_SHEET
): Readable {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  const pages = new Pages(rows, rowsOfASheet - 1)
  write({ zip, output }, name, columns, pages).catch((error: Error) => output.destroy(error))
  return output
}

async function write<Row>(
  { zip, output }: { zip: yazl.ZipFile; output: Readable },
  name: string,
  columns: readonly TableColumn<Row>[],
  pages: Pages<Row>
): Promise<void> {
  let sheets = 0
  do {
    const sheet = Readable.from(inChunks(sheetOf(columns, pages)))
    output.once('close', () => sheet.destroy())
    zip.addReadStream(sheet, sheetPath(++sheets))
    await finished(sheet)
  } while (!pages.done)
  for (const [path, content] of Object.entries(packageParts(name, sheets)))
    zip.addBuffer(Buffer.from(content), path)
  zip.end()
}

async function* sheetOf<Row>(
  columns: readonly TableColumn<Row>[],
  pages: Pages<Row>
): AsyncGenerator<string> {
  let number = 1
  yield (
    SHEET_HEAD +
    sheetRow(
      number,
      columns.map(({ title }) => title)
    )
  )
  for await (const row of pages.next())
    yield sheetRow(
      ++number,
      columns.map(({ value }) => value(row))
    )
  yield SHEET_FOOT
}

/** Rows in runs of a bounded length; it is known after each whether there is another. */
class Pages<Row> {
  readonly #rows: AsyncIterator<Row>
  #ahead: IteratorResult<Row> | null = null

  constructor(
    rows: AsyncIterable<Row>,
    private readonly most: number
  ) {
    this.#rows = rows[Symbol.asyncIterator]()
  }

  get done(): boolean {
    return this.#ahead?.done === true
  }

  async *next(): AsyncGenerator<Row> {
    this.#ahead ??= await this.#rows.next()
    for (let count = 0; count < this.most && !this.#ahead.done; count++) {
      yield this.#ahead.value
      this.#ahead = await this.#rows.next()
    }
  }
}
