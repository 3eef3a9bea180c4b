import { currentAbortSignal } from '#kernel/acting/main'
import {
  E_THREAD_LIMIT,
  RefusalInThread,
  inThread,
  scriptBeside,
  threadQueue,
  type ThreadLimits,
} from '#kernel/workers/main'
import type { ReadRow, TableRules } from './parse_table.js'
import { E_TABLE, refuseTable } from './table_source.js'

export type { ReadRow, TableRules } from './parse_table.js'

const SCRIPT = scriptBeside(import.meta.url, 'table_thread')
const LIMITS: ThreadLimits = { seconds: 20, megabytes: 256 }
const queue = threadQueue()

/**
 * The rows of a CSV or XLSX file below its head of titles; empty ones are passed over. The file is read in a thread,
 * and other work gets its turn between the rows; it ends when whoever asked has left.
 *
 * @throws E_TABLE for what cannot be read, takes too long, has too many rows or characters, or columns that are not
 * understood
 */
export async function* readTable(
  bytes: Buffer,
  rules: TableRules,
  limits = LIMITS
): AsyncGenerator<ReadRow> {
  try {
    const job = { input: { bytes, rules }, limits, queue, signal: currentAbortSignal() }
    for await (const rows of inThread<ReadRow[]>(SCRIPT, job)) yield* rows
  } catch (error) {
    if (error instanceof E_THREAD_LIMIT)
      refuseTable('The file takes too long to read; send it in parts', error)
    if (error instanceof RefusalInThread && error.code === E_TABLE.code)
      refuseTable(error.message, error)
    throw error
  }
}
