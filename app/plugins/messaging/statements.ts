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
