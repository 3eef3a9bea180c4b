import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Dialect, Predicate } from './predicate.js'
import { runOnPostgres } from './postgres_statements.js'

type Rows = Record<string, unknown>[]

/** Runs a statement whose text is constant, which PostgreSQL then parses and plans once per connection. */
export async function runPrepared(
  client: QueryClientContract,
  dialect: Dialect,
  statement: Predicate
): Promise<Rows> {
  if (dialect === 'postgres' && !client.debug) return runOnPostgres(client, statement)

  const { sql, bindings } = statement
  return rowsOf(await client.rawQuery(sql, bindings as unknown as string[]), dialect)
}

function rowsOf(result: unknown, dialect: Dialect): Rows {
  if (dialect === 'postgres') return (result as { rows: Rows }).rows
  if (dialect === 'mysql') return (result as [Rows])[0]
  return result as Rows
}
