import { setTimeout as pause } from 'node:timers/promises'
import { Exception } from '@adonisjs/core/exceptions'
import type { Database } from '@adonisjs/lucid/database'
import { dialectOf, setUpMysql, setUpPostgres } from '#kernel/database/main'

/** PostgreSQL undoes a migration that got no lock, so each attempt is short, and other requests proceed between attempts. */
const ATTEMPT_SECONDS = 3
const PAUSE_MS = 5_000
const LONGEST_SECONDS = 300

const NO_LOCK = ['55P03', 'ER_LOCK_WAIT_TIMEOUT']

/** A table that a migration changes is in use, and remained so for five minutes. */
export class E_MIGRATION_WAITS extends Exception {
  static code = 'E_MIGRATION_WAITS'
  static message =
    'A migration could not lock a table within five minutes: end what uses it (a dump, a long transaction), then start again'
  readonly remedied = true
}

/**
 * Runs migrations over a connection that waits for locks only for a limited time.
 *
 * @param migrate takes the name of the connection; called again where PostgreSQL got no lock
 * @throws E_MIGRATION_WAITS after five minutes; whatever else `migrate` fails with
 */
export async function overMigrationConnection(
  db: Database,
  migrate: (connection: string) => Promise<void>
): Promise<void> {
  const dialect = dialectOf(db.connection())
  if (dialect === 'sqlite') return migrate(db.primaryConnectionName)

  const isPostgres = dialect === 'postgres'
  const afterCreate = isPostgres
    ? setUpPostgres(0, `set lock_timeout = '${ATTEMPT_SECONDS}s'`)
    : setUpMysql(0, `set session lock_wait_timeout = ${LONGEST_SECONDS}`)
  const name = addConnection(db, afterCreate)
  try {
    await withRetry(isPostgres ? LONGEST_SECONDS : 0, () => migrate(name))
  } finally {
    await db.manager.close(name, true)
  }
}

function addConnection(db: Database, afterCreate: object): string {
  const { config } = db.manager.get(db.primaryConnectionName)!
  const name = `migrations-${crypto.randomUUID()}`
  const pool = { ...config.pool, afterCreate }
  db.manager.add(name, { ...config, pool } as typeof config)
  return name
}

async function withRetry(seconds: number, work: () => Promise<void>): Promise<void> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!NO_LOCK.includes((error as { code?: string }).code ?? '')) throw error
      if (performance.now() >= end) throw new E_MIGRATION_WAITS(undefined, { cause: error })
      await pause(PAUSE_MS)
    }
  }
}
