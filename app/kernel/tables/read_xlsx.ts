import * as sheets from '@e965/xlsx'
import { say } from '#kernel/languages/main'
import { LONGEST_CELL, MOST_CELLS, refuseTable, type TextRow } from './table_source.js'
import { unpackWorkbook, type WorkbookParts } from './unpack_workbook.js'

/** Exported by the package, though its types leave it out. */
const { parse_zip: parse } = sheets as unknown as {
  parse_zip(zip: { files: WorkbookParts }, options: sheets.ParsingOptions): sheets.WorkBook
}

const VALUES_ALONE = { cellDates: true, cellFormula: false, cellHTML: false, cellText: false }

const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
}

/**
 * Rows of the first sheet of a workbook that is not hidden. Numbers come as digits, dates as ISO 8601 without a zone, cells of
 * formulas as the result that was saved, and errors by their name.
 */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<TextRow> {
  const files = await unpackWorkbook(bytes)
  try {
    yield* rowsOf(firstSheet(files))
  } catch (error) {
    if ((error as { status?: number }).status === 422) throw error
    refuseTable('The workbook is damaged: it cannot be read', error)
  }
}

function firstSheet(files: WorkbookParts): sheets.DenseWorkSheet {
  const { Workbook, SheetNames } = parsed(files, [])
  const index = SheetNames.findIndex((_name, at) => !Workbook?.Sheets?.[at]?.Hidden)
  if (index < 0) refuseTable('The workbook has no sheet that is shown')
  const sheet = parsed(files, [index]).Sheets[SheetNames[index]!]
  if (!sheet?.['!data']) refuseTable('The workbook is damaged: its first sheet cannot be read')
  return sheet as sheets.DenseWorkSheet
}

function parsed(files: WorkbookParts, only: number[]): sheets.WorkBook {
  return parse({ files }, { ...VALUES_ALONE, dense: true, sheets: only })
}

/** Rows that are not there are skipped, however many they are. */
function* rowsOf(sheet: sheets.DenseWorkSheet): Generator<TextRow> {
  for (const index of Object.keys(sheet['!data'])) {
    const row = sheet['!data'][Number(index)]!
    if (row.length > MOST_CELLS) refuseTable(say`A row has more than ${MOST_CELLS} cells`)
    yield { number: Number(index) + 1, cells: Array.from(row, textOf) }
  }
}

function textOf(cell: sheets.CellObject | undefined): string {
  const text = cell ? valueOf(cell) : ''
  if (text.length > LONGEST_CELL) refuseTable(say`A cell has more than ${LONGEST_CELL} characters`)
  return text
}

function valueOf({ t, v }: sheets.CellObject): string {
  if (t === 'n') return digitsOf(v as number)
  if (t === 'd') return isoOf(v as Date)
  if (t === 'e') return ERRORS[v as number] ?? '#ERROR!'
  return String(v ?? '')
}

/** Never with an exponent; spreadsheets keep 15 digits. */
function digitsOf(value: number): string {
  if (Number.isSafeInteger(value)) return String(value)
  return value.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 15 })
}

function isoOf(date: Date): string {
  const seconds = new Date(Math.round(date.getTime() / 1000) * 1000)
  return seconds.toISOString().replace(/(T00:00:00)?\.000Z$/, '')
}
