import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { say } from '#kernel/languages/main'
import { LONGEST_CELL, MOST_CELLS, refuseTable, type TextRow } from './table_source.js'

const CHUNK = 64 * 1024
const DELIMITERS = [',', ';', '\t']
const LONGEST_ROW = 200_000

/** A first line by which spreadsheets are told what parts the cells; they neither show nor count it. */
const SEPARATOR = /^\uFEFF?"?sep=([^\r\n"])"?\r?\n/i

/**
 * Rows of CSV in UTF-8. Cells are parted by what a first line such as `sep=;` names, otherwise by commas, semicolons or tabs,
 * whichever the first line that is not empty has most of.
 */
export async function* readCsv(bytes: Buffer): AsyncGenerator<TextRow> {
  if (!isUtf8(bytes)) refuseTable('The file must be CSV in UTF-8, or XLSX')

  const head = bytes.subarray(0, CHUNK).toString('utf8')
  const [line = '', separator] = SEPARATOR.exec(head) ?? []
  const parser = Readable.from(chunksOf(bytes.subarray(Buffer.byteLength(line)))).pipe(
    parse({
      bom: true,
      delimiter: separator ?? delimiterOf(head),
      relax_column_count: true,
      max_record_size: LONGEST_ROW,
    })
  )
  try {
    let number = 0
    for await (const cells of parser) {
      assertBounded(cells)
      yield { number: ++number, cells }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    refuseTable(say`The file is no CSV that can be read: see line ${error.lines ?? 1}`, error)
  }
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += CHUNK) yield bytes.subarray(from, from + CHUNK)
}

function delimiterOf(head: string): string {
  const line = head.split(/[\r\n]/).find((one) => /[^\s,;]/.test(one)) ?? ''
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

function assertBounded(cells: TextRow['cells']): void {
  if (cells.length > MOST_CELLS) refuseTable(say`A row has more than ${MOST_CELLS} cells`)
  if (cells.some((cell) => cell.length > LONGEST_CELL))
    refuseTable(say`A cell has more than ${LONGEST_CELL} characters`)
}
