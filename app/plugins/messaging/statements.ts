import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { dialectOf } from '#kernel/database/dialect'
import { runPrepared } from '#kernel/database/prepared'

export type Row = Record<string, unknown>
export type Binding = string | number | null | readonly (string | number | null)[]

/** Rows of a statement. Texts must not vary with their values: PostgreSQL keeps each of them prepared. */
export async function rowsOf(
  client: QueryClientContract,
  sql: string,
  bindings: readonly Binding[]
): Promise<Row[]> {
  return runPrepared(client, dialectOf(client), { sql, bindings: bindings as (string | number)[] })
}

/** `(?, ?), (?, ?)` for so many rows of so many values. */
export function tuples(rows: number, values: number): string {
  const one = `(${Array.from({ length: values }, () => '?').join(', ')})`
  return Array.from({ length: rows }, () => one).join(', ')
}

const TRY_AGAIN = new Set([
  '40001',
  '40P01',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
])

/** The database chose this transaction to give way to another: the same again will do. */
export function gaveWay(error: unknown): boolean {
  return TRY_AGAIN.has(String((error as { code?: unknown } | null)?.code))
}

/** Runs `work` again when it had to give way, so many times in all. */
export async function insisting<T>(times: number, work: () => Promise<T>): Promise<T> {
  for (let left = times - 1; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left <= 0 || !gaveWay(error)) throw error
    }
  }
}
