import { type TextData, toTextData } from '#kernel/languages/main'
import { charactersOf, parseTable, type ReadRow, type TableRules } from './parse_table.js'
import { E_TABLE } from './table_source.js'

export interface TableTask {
  bytes: Uint8Array
  rules: TableRules
}

/** Rows as JSON arrays of some rows each, or why the file is refused. */
export type TableResult = { parts: string[] } | { refusal: TextData }

/** A part stays small enough to be parsed without holding the event loop. */
const MOST_ROWS = 100
const MOST_CHARACTERS = 100_000

export default async function readTableInThread({ bytes, rules }: TableTask): Promise<TableResult> {
  try {
    return { parts: await Array.fromAsync(partsOf(parseTable(Buffer.from(bytes), rules))) }
  } catch (error) {
    if (error instanceof E_TABLE) return { refusal: toTextData(error.said) }
    throw error
  }
}

async function* partsOf(rows: AsyncIterable<ReadRow>): AsyncGenerator<string> {
  let part: ReadRow[] = []
  let characters = 0
  for await (const row of rows) {
    part.push(row)
    characters += charactersOf(row)
    if (part.length < MOST_ROWS && characters < MOST_CHARACTERS) continue
    yield JSON.stringify(part)
    part = []
    characters = 0
  }
  yield JSON.stringify(part)
}
