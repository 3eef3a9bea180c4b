import { Exception } from '@adonisjs/core/exceptions'
import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { dialectOf } from '#kernel/database/main'

/** What Lucid's own migration commands lock, so that they and a starting node wait for each other too. */
const LOCK = 1
const PATIENCE_SECONDS = 600
const CONNECTION = 'preparation'
/** PostgreSQL's SQLSTATE for a lock that was not to be had in time. */
const LOCK_NOT_AVAILABLE = '55P03'

export class E_DATABASE_BEING_PREPARED extends Exception {
  static code = 'E_DATABASE_BEING_PREPARED'
  static message =
    'Another node has been bringing the database up to date for ten minutes; look at what it does, then start again'
}

/**
 * Runs a task while no other node brings the same database up to date: whoever comes second waits, up to ten minutes,
 * and then finds everything done. The lock is held by a connection of its own and ends with it, also when the process
 * is killed. SQLite serves one process and needs none.
 */
export async function inTurn<T>(db: Database, task: () => Promise<T>): Promise<T> {
  if (dialectOf(db.connection()) === 'sqlite') return task()

  const name = ownConnection(db)
  try {
    await lock(db.connection(name))
    return await task()
  } finally {
    await db.manager.close(name, true)
  }
}

/**
 * One that is not given back to a pool: a lock belongs to the connection that took it. It waits for it in silence, and
 * then lies idle for as long as the work takes: what is done to new connections so that neither lasts is left out.
 */
function ownConnection(db: Database): string {
  const config = db.manager.get(db.primaryConnectionName)!.config
  const name = `${CONNECTION}-${crypto.randomUUID()}`
  db.manager.add(name, {
    ...config,
    pool: { ...config.pool, afterCreate: undefined, min: 1, max: 1 },
  })
  return name
}

async function lock(client: QueryClientContract): Promise<void> {
  const taken = dialectOf(client) === 'postgres' ? lockPostgres(client) : lockMysql(client)
  if (!(await taken)) throw new E_DATABASE_BEING_PREPARED()
}

async function lockPostgres(client: QueryClientContract): Promise<boolean> {
  await client.rawQuery(`SET lock_timeout = '${PATIENCE_SECONDS}s'`)
  return client.rawQuery(`SELECT pg_advisory_lock(${LOCK})`).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === LOCK_NOT_AVAILABLE) return false
      throw error
    }
  )
}

async function lockMysql(client: QueryClientContract): Promise<boolean> {
  const [[row]] = (await client.rawQuery(
    `SELECT GET_LOCK('${LOCK}', ${PATIENCE_SECONDS}) AS taken`
  )) as [[{ taken: number | null }]]
  return row.taken === 1
}
