import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Dialect, Predicate } from './predicate.js'

type Rows = Record<string, unknown>[]

/** A pass-through of knex to the driver: pinned by tests/unit/data_scope/seams.spec.ts. */
interface Nameable {
  knexQuery: { options(options: { name: string }): void }
}

/** More texts than this means one that varies with its values; those past it run unprepared. */
const MOST_PREPARED = 2_000
const PLAN_IS_STALE = '0A000'
const names = new Map<string, string | null>()

/** Runs a statement whose text is constant, which PostgreSQL then parses and plans once per connection. */
export async function runPrepared(
  client: QueryClientContract,
  dialect: Dialect,
  statement: Predicate
): Promise<Rows> {
  const name = dialect === 'postgres' ? nameOf(statement.sql) : null
  try {
    return await run(client, dialect, statement, name)
  } catch (error) {
    if (!name || (error as { code?: string }).code !== PLAN_IS_STALE) throw error
    return runAfresh(client, dialect, statement, error)
  }
}

/** A column's type was altered under a running node: its plans are of no use any more. */
function runAfresh(
  client: QueryClientContract,
  dialect: Dialect,
  statement: Predicate,
  error: unknown
) {
  names.set(statement.sql, null)
  if (client.isTransaction) throw error
  return run(client, dialect, statement, null)
}

async function run(
  client: QueryClientContract,
  dialect: Dialect,
  { sql, bindings }: Predicate,
  name: string | null
) {
  const query = client.rawQuery(sql, bindings as unknown as string[])
  if (name) (query as unknown as Nameable).knexQuery.options({ name })
  return rowsOf(await query, dialect)
}

function nameOf(sql: string): string | null {
  const known = names.get(sql)
  if (known !== undefined) return known
  if (names.size >= MOST_PREPARED) return null

  const name = `list_${names.size + 1}`
  names.set(sql, name)
  return name
}

function rowsOf(result: unknown, dialect: Dialect): Rows {
  if (dialect === 'postgres') return (result as { rows: Rows }).rows
  if (dialect === 'mysql') return (result as [Rows])[0]
  return result as Rows
}
