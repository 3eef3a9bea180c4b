import { serveThread } from '#kernel/workers/main'
import { charactersOf, parseTable, type ReadRow, type TableRules } from './parse_table.js'

/** What is handed over at once stays small enough to be taken in passing. */
const MOST_ROWS = 100
const MOST_CHARACTERS = 100_000

await serveThread<{ bytes: Uint8Array; rules: TableRules }, ReadRow[]>(async function* ({
  bytes,
  rules,
}) {
  let batch: ReadRow[] = []
  let characters = 0
  for await (const row of parseTable(Buffer.from(bytes), rules)) {
    batch.push(row)
    characters += charactersOf(row)
    if (batch.length < MOST_ROWS && characters < MOST_CHARACTERS) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
})
