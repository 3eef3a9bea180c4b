import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { dialectOf, type Dialect } from './dialect.js'
import { runOnPostgres } from './postgres_statements.js'

export interface Statement {
  /** With `?` where bindings go. */
  readonly sql: string
  readonly bindings: readonly (string | number | Date | null)[]
}

type Rows = Record<string, unknown>[]

/** Runs a statement whose text is constant, which PostgreSQL then parses and plans once per connection. */
export async function runPrepared(
  client: QueryClientContract,
  dialect: Dialect,
  statement: Statement
): Promise<Rows> {
  if (dialect === 'postgres' && !client.debug) return runOnPostgres(client, statement)

  const { sql, bindings } = statement
  return rowsOf(await client.rawQuery(sql, bindings as unknown as string[]), dialect)
}

/** Runs an `update` or a `delete` whose text is constant. Resolves to how many rows it met. */
export async function rowsChangedBy(
  client: QueryClientContract,
  { sql, bindings }: Statement
): Promise<number> {
  const dialect = dialectOf(client)
  if (dialect === 'postgres') {
    const statement = { sql: `${sql} returning 1`, bindings }
    return (await runPrepared(client, dialect, statement)).length
  }

  const result: unknown = await client.rawQuery(sql, bindings as unknown as string[])
  if (dialect === 'mysql') return (result as [{ affectedRows: number }])[0].affectedRows
  return (result as { changes: number }).changes
}

function rowsOf(result: unknown, dialect: Dialect): Rows {
  if (dialect === 'postgres') return (result as { rows: Rows }).rows
  if (dialect === 'mysql') return (result as [Rows])[0]
  return result as Rows
}
