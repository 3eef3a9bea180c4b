import type { Database } from '@adonisjs/lucid/database'
import { dialectOf } from './dialect.js'
import { isDatabaseLost } from './faults.js'

interface Answer {
  is_read_only: string | number
}

interface Kept {
  resource: { __knex__disposed?: unknown }
}

/**
 * Asks the database, cheaply, whether it takes writes: a primary that became a replica still answers.
 *
 * @param longestMs after which the connection that does not answer is kept for no other question
 * @throws whatever it fails with
 */
export async function assertTakesWrites(db: Database, longestMs: number): Promise<void> {
  if (!(await isReadOnly(db, longestMs))) return
  letGo(db)
  throw new Error('it takes no writes: it is read-only')
}

async function isReadOnly(db: Database, longestMs: number): Promise<boolean> {
  const dialect = dialectOf(db.connection())
  if (dialect === 'sqlite') {
    await db.rawQuery('select 1')
    return false
  }
  if (dialect === 'postgres') {
    const { rows } = (await db
      .rawQuery("select current_setting('transaction_read_only') as is_read_only")
      .timeout(longestMs)) as { rows: Answer[] }
    return rows[0]?.is_read_only === 'on'
  }
  const [rows] = (await db
    .rawQuery('select @@global.read_only or @@global.innodb_read_only as is_read_only')
    .timeout(longestMs)) as [Answer[]]
  return Number(rows[0]?.is_read_only) !== 0 && !(await mayWriteAllTheSame(db))
}

/** As some users of MySQL and MariaDB may. */
async function mayWriteAllTheSame(db: Database): Promise<boolean> {
  try {
    await db.from('adonis_schema').whereRaw('1 = 0').delete()
    return true
  } catch (error) {
    if (isDatabaseLost(error)) return false
    throw error
  }
}

/** Idle connections may lead to what was the primary, or have begun as read-only: the next one is made anew. */
function letGo(db: Database): void {
  const pool = db.getRawConnection(db.primaryConnectionName)?.connection?.pool as
    { free: Kept[] } | undefined
  for (const { resource } of pool?.free ?? []) resource.__knex__disposed = 'it takes no writes'
}
