import { say } from '#kernel/languages/main'
import { restored } from './table.js'
import { MOST_HANDED_OVER, refuseTable, type TextRow } from './table_source.js'

export interface ReadRow {
  /** As a spreadsheet counts, so that the first below the head is 2. */
  number: number
  /** By the title of their column, trimmed; empty cells are left out. */
  cells: Readonly<Record<string, string>>
}

export interface TableRules {
  /** Titles that are understood. */
  columns: readonly string[]
  /** Titles that are known and passed over. */
  ignored: readonly string[]
  required: readonly string[]
  mostRows: number
}

type Cells = TextRow['cells']

const ERROR = /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|ERROR!)$/
const PACKED = Buffer.from('PK')
const TOO_MUCH = say`The rows of the file have more than ${MOST_HANDED_OVER} characters in all; send it in parts`

/**
 * The rows of a CSV or XLSX file below its head of titles; empty ones are passed over. It may take seconds: only
 * `readTable` calls it, in a thread.
 *
 * @throws E_TABLE for what cannot be read, has too many rows or characters, columns that are not understood, or cells with errors
 */
export async function* parseTable(bytes: Buffer, rules: TableRules): AsyncGenerator<ReadRow> {
  let titles: readonly string[] | null = null
  let found = 0
  let empty = 0
  let characters = 0
  for await (const { number, cells } of await sourceOf(bytes)) {
    if (cells.every((cell) => cell.trim() === '')) {
      if (++empty > rules.mostRows) refuseTable('The file has too many empty rows')
      continue
    }
    if (!titles) {
      titles = titlesOf(cells, rules)
      continue
    }
    found += 1
    if (found > rules.mostRows) refuseTable(say`The file has more than ${rules.mostRows} rows`)
    const row = { number, cells: cellsOf(cells, titles, rules) }
    assertNoErrors(row)
    characters += charactersOf(row)
    if (characters > MOST_HANDED_OVER) refuseTable(TOO_MUCH)
    yield row
  }
  if (!titles) refuseTable('The file is empty')
}

/** What the formula of a cell came to is no value: neither in a workbook, nor in CSV that was saved from one. */
function assertNoErrors({ number, cells }: ReadRow): void {
  for (const [title, cell] of Object.entries(cells))
    if (ERROR.test(cell))
      refuseTable(say`Row ${number}, column "${title}": the cell has the error ${cell}`)
}

export function charactersOf({ cells }: ReadRow): number {
  return Object.values(cells).reduce((sum, cell) => sum + cell.length, 0)
}

async function sourceOf(bytes: Buffer): Promise<AsyncIterable<TextRow>> {
  if (bytes.subarray(0, 2).equals(PACKED)) return (await import('./read_xlsx.js')).readXlsx(bytes)
  return (await import('./read_csv.js')).readCsv(bytes)
}

function titlesOf(row: Cells, { columns, ignored, required }: TableRules): string[] {
  const titles = row.map((title) => title.trim())
  const unknown = titles.find(
    (title) => title && !columns.includes(title) && !ignored.includes(title)
  )
  if (unknown !== undefined)
    refuseTable(say`There is no column "${unknown.slice(0, 50)}"; there are: ${columns.join(', ')}`)
  const missing = required.find((title) => !titles.includes(title))
  if (missing !== undefined) refuseTable(say`The column "${missing}" is missing`)
  const twice = titles.find((title, index) => title && titles.indexOf(title) !== index)
  if (twice !== undefined) refuseTable(say`The column "${twice}" is there twice`)
  return titles
}

function cellsOf(row: Cells, titles: readonly string[], { columns }: TableRules) {
  const cells: Record<string, string> = {}
  for (const [index, cell] of row.entries()) {
    const title = titles[index]
    if (!title || !columns.includes(title)) continue
    const text = restored(cell).trim()
    if (text !== '') cells[title] = text
  }
  return cells
}
