import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { withStatementRetry } from './with_retry.js'
import type { Statement } from './prepared.js'

type Rows = Record<string, unknown>[]

interface Named {
  name: string | undefined
  /** With `$1` where the statement has its first `?`. */
  text: string
}

interface Connection {
  query(statement: Named & { values: readonly unknown[] }): Promise<{ rows: Rows }>
}

/** What knex hands a connection out of, the pool's or the transaction's own: pinned by tests/unit/data_scope/seams.spec.ts. */
interface Source {
  acquireConnection(): Promise<Connection>
  releaseConnection(connection: Connection): Promise<void>
  /** For those who listen to `query` of knex, which reports no statement but its own. */
  emit(event: 'query', statement: { sql: string; bindings: readonly unknown[] }): boolean
}

/** More texts than this means one that varies with its values; those past it run unprepared. */
const MOST_PREPARED = 2_000
const PLAN_IS_STALE = '0A000'
const known = new Map<string, Named>()

/**
 * Runs a statement as a named one straight on a connection of the client's: what knex does around each statement costs
 * more than a short one itself.
 */
export async function runOnPostgres(
  client: QueryClientContract,
  statement: Statement
): Promise<Rows> {
  const named = namedOf(statement.sql)
  try {
    return await run(client, named, statement)
  } catch (error) {
    if (!named.name || (error as { code?: string }).code !== PLAN_IS_STALE) throw error
    return runAfresh(client, named, statement, error)
  }
}

/** A column's type was altered under a running node: its plans are of no use any more. */
function runAfresh(
  client: QueryClientContract,
  { text }: Named,
  statement: Statement,
  error: unknown
) {
  const unnamed = { name: undefined, text }
  known.set(statement.sql, unnamed)
  if (client.isTransaction) throw error
  return run(client, unnamed, statement)
}

async function run(
  client: QueryClientContract,
  { name, text }: Named,
  { bindings }: Statement
): Promise<Rows> {
  const source = sourceOf(client)
  source.emit('query', { sql: text, bindings })
  const connection = await source.acquireConnection()
  try {
    const ask = () => connection.query({ name, text, values: bindings })
    const { rows } = await (client.isTransaction ? ask() : withStatementRetry(ask))
    return rows
  } finally {
    await source.releaseConnection(connection)
  }
}

function sourceOf(client: QueryClientContract): Source {
  if ('isCompleted' in client && client.isCompleted)
    throw new Error('A statement came after the end of its transaction')
  return client.getReadClient().client as Source
}

function namedOf(sql: string): Named {
  const statement = known.get(sql)
  if (statement) return statement

  let place = 0
  const text = sql.replaceAll('?', () => `$${++place}`)
  if (known.size >= MOST_PREPARED) return { name: undefined, text }
  const named = { name: `list_${known.size + 1}`, text }
  known.set(sql, named)
  return named
}
