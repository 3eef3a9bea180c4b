import { Exception } from '@adonisjs/core/exceptions'
import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { dialectOf } from '#kernel/database/main'

/** The lock of Lucid's own migration commands, so that they and a starting node wait for each other. */
const LOCK = 1
const WAIT_SECONDS = 600
const LOCK_NOT_AVAILABLE = '55P03'

export class E_DATABASE_BEING_PREPARED extends Exception {
  static code = 'E_DATABASE_BEING_PREPARED'
  static message =
    'Another node has been bringing the database up to date for ten minutes; look at what it does, then start again'
  readonly remedied = true
}

/**
 * Runs a task while no other node brings the same database up to date, by the advisory lock of the engine. The lock ends
 * with its connection, also when the process is killed. SQLite serves one process and needs none.
 *
 * @throws E_DATABASE_BEING_PREPARED after ten minutes
 */
export async function withPreparationLock<T>(db: Database, task: () => Promise<T>): Promise<T> {
  if (dialectOf(db.connection()) === 'sqlite') return task()

  const name = addConnection(db)
  try {
    await lock(db.connection(name))
    return await task()
  } finally {
    await db.manager.close(name, true)
  }
}

/** One connection that stays open, without the limits of the others: it is idle while the task runs. */
function addConnection(db: Database): string {
  const { config } = db.manager.get(db.primaryConnectionName)!
  const name = `preparation-${crypto.randomUUID()}`
  const pool = { ...config.pool, afterCreate: undefined, min: 1, max: 1 }
  db.manager.add(name, { ...config, pool } as typeof config)
  return name
}

async function lock(client: QueryClientContract): Promise<void> {
  if (dialectOf(client) === 'postgres') return lockPostgres(client)
  const [[row]] = (await client.rawQuery(
    `SELECT GET_LOCK('${LOCK}', ${WAIT_SECONDS}) AS acquired`
  )) as [[{ acquired: number | null }]]
  if (row.acquired !== 1) throw new E_DATABASE_BEING_PREPARED()
}

async function lockPostgres(client: QueryClientContract): Promise<void> {
  await client.rawQuery(`SET lock_timeout = '${WAIT_SECONDS}s'`)
  try {
    await client.rawQuery(`SELECT pg_advisory_lock(${LOCK})`)
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new E_DATABASE_BEING_PREPARED(undefined, { cause: error })
  }
}
