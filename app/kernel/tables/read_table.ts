import {
  E_THREAD_LIMIT,
  runInWorker,
  scriptBeside,
  yieldIfDue,
  type WorkerLimits,
} from '#kernel/workers/main'
import { fromTextData } from '#kernel/languages/main'
import type { ReadRow, TableRules } from './parse_table.js'
import { refuseTable } from './table_source.js'
import type { TableResult, TableTask } from './table_thread.js'

export type { ReadRow, TableRules } from './parse_table.js'

const SCRIPT = scriptBeside(import.meta.url, 'table_thread')
const LIMITS: WorkerLimits = { seconds: 20, megabytes: 256 }

/**
 * The rows of a CSV or XLSX file below its head of titles; empty ones are passed over. The file is read in a thread,
 * and other requests are served between the rows. Ends when the client of the caller disconnects.
 *
 * @throws E_TABLE for what cannot be read, takes too long, has too many rows or characters, or columns that are not
 * understood; Overloaded (503) when too many files wait
 */
export async function* readTable(
  bytes: Buffer,
  rules: TableRules,
  limits = LIMITS
): AsyncGenerator<ReadRow> {
  const result = await readInThread({ bytes, rules }, limits)
  if ('refusal' in result) refuseTable(fromTextData(result.refusal))
  for (const part of result.parts) {
    await yieldIfDue()
    yield* JSON.parse(part) as ReadRow[]
  }
}

async function readInThread(task: TableTask, limits: WorkerLimits): Promise<TableResult> {
  try {
    return await runInWorker<TableResult>(SCRIPT, task, limits)
  } catch (error) {
    if (error instanceof E_THREAD_LIMIT)
      refuseTable('The file takes too long to read; send it in parts', error)
    throw error
  }
}
