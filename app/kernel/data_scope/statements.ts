import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Dialect, Predicate } from './predicate.js'

type Rows = Record<string, unknown>[]

/** More texts than this means one that varies with its values; those past it run unprepared. */
const MOST_PREPARED = 2_000
const names = new Map<string, string>()

/** Runs a statement whose text is constant, which PostgreSQL then parses and plans once per connection. */
export async function runPrepared(
  client: QueryClientContract,
  dialect: Dialect,
  { sql, bindings }: Predicate
) {
  const query = client.rawQuery(sql, bindings as unknown as string[])
  const name = dialect === 'postgres' ? nameOf(sql) : undefined
  if (name) (query as unknown as Nameable).knexQuery.options({ name })
  return rowsOf(await query, dialect)
}

/** A pass-through of knex to the driver: pinned by tests/unit/data_scope/seams.spec.ts. */
interface Nameable {
  knexQuery: { options(options: { name: string }): void }
}

function nameOf(sql: string): string | undefined {
  const known = names.get(sql)
  if (known || names.size >= MOST_PREPARED) return known

  const name = `list_${names.size + 1}`
  names.set(sql, name)
  return name
}

function rowsOf(result: unknown, dialect: Dialect): Rows {
  if (dialect === 'postgres') return (result as { rows: Rows }).rows
  if (dialect === 'mysql') return (result as [Rows])[0]
  return result as Rows
}
