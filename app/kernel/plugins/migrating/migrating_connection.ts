import type { Database } from '@adonisjs/lucid/database'
import { dialectOf } from '#kernel/database/main'
import { MIGRATING } from './lock_holders.js'
import { LOCK_WAIT_SECONDS, type LockWaits } from './lock_waits.js'

type Done = (error: Error | null, connection: Connection) => void
type Refused = (Error & { code?: string }) | null
type Answered = (error: Refused, ...answer: unknown[]) => void

interface Connection {
  query(...details: unknown[]): unknown
}

const CHANGES_TABLES = /^\s*(create|alter|drop|rename|truncate)\b/i

/** Where PostgreSQL runs on a system that cannot tell it, and before release 14. */
const NOT_FOR_THIS_SERVER = new Set(['22023', '42704'])

/**
 * Over connections of their own that wait for no lock for long: whoever wants a table for itself has all others wait
 * behind it, although it waits itself. What they are at ends with this process, as far as the server notices.
 *
 * @param work takes the name of the connection to run migrations over
 */
export async function overMigratingConnection<T>(
  db: Database,
  waits: LockWaits,
  work: (connection: string) => Promise<T>
): Promise<T> {
  const dialect = dialectOf(db.connection())
  if (dialect === 'sqlite') return work(db.primaryConnectionName)

  const { config } = db.manager.get(db.primaryConnectionName)!
  const name = `migrating-${crypto.randomUUID()}`
  const before = config.pool?.afterCreate as ((one: Connection, done: Done) => void) | undefined
  const limit = dialect === 'postgres' ? limitPostgres : limitMysql(waits)
  const afterCreate = (connection: Connection, done: Done) => {
    if (!before) return limit(connection, done)
    before(connection, (error) => (error ? done(error, connection) : limit(connection, done)))
  }
  db.manager.add(name, { ...config, pool: { ...config.pool, afterCreate } })
  try {
    return await work(name)
  } finally {
    await db.manager.close(name, true)
  }
}

function limitPostgres(connection: Connection, done: Done): void {
  const limits = `set lock_timeout = '${LOCK_WAIT_SECONDS}s'; set application_name = '${MIGRATING}'`
  connection.query(limits, (refused: Error | null) => {
    if (refused) return done(refused, connection)
    connection.query("set client_connection_check_interval = '1s'", (error: Refused) =>
      done(error && !NOT_FOR_THIS_SERVER.has(error.code ?? '') ? error : null, connection)
    )
  })
}

/**
 * Each statement that changes a table stands at once there, so that it is run again alone, not its migration. One that got
 * no lock has changed nothing.
 */
function limitMysql(waits: LockWaits) {
  return (connection: Connection, done: Done): void => {
    const query = connection.query.bind(connection)
    query(`set session lock_wait_timeout = ${LOCK_WAIT_SECONDS}`, (error: Refused) => {
      if (error) return done(error, connection)
      connection.query = (statement, ...details) => {
        const answered = details.pop() as Answered
        waits
          .withRetry(() => asked(query, [statement, ...details]))
          .then((answer) => {
            if (CHANGES_TABLES.test((statement as { sql: string }).sql)) waits.standsHalf()
            answered(null, ...answer)
          }, answered)
      }
      done(null, connection)
    })
  }
}

function asked(query: Connection['query'], details: unknown[]): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const answered: Answered = (error, ...answer) => (error ? reject(error) : resolve(answer))
    query(...details, answered)
  })
}
