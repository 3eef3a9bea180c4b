import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { dialectOf } from './dialect.js'
import { isDatabaseLost } from './faults.js'

interface Answer {
  is_read_only: string | number
}

interface Kept {
  resource: { __knex__disposed?: unknown }
}

/** Asks over a connection of its own: those of all others may be taken, and be at work. */
const ASKING = 'presence'

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
  const client = asking(db)
  if (dialect === 'postgres') {
    const { rows } = (await client
      .rawQuery("select current_setting('transaction_read_only') as is_read_only")
      .timeout(longestMs)) as { rows: Answer[] }
    return rows[0]?.is_read_only === 'on'
  }
  const [rows] = (await client
    .rawQuery('select @@global.read_only or @@global.innodb_read_only as is_read_only')
    .timeout(longestMs)) as [Answer[]]
  return Number(rows[0]?.is_read_only) !== 0 && !(await mayWriteAllTheSame(client))
}

function asking(db: Database): QueryClientContract {
  const { manager, primaryConnectionName } = db
  if (!manager.has(ASKING)) {
    const { config } = manager.get(primaryConnectionName)!
    manager.add(ASKING, { ...config, pool: { ...config.pool, min: 0, max: 1 } })
  }
  return db.connection(ASKING)
}

/** As some users of MySQL and MariaDB may. */
async function mayWriteAllTheSame(client: QueryClientContract): Promise<boolean> {
  try {
    await client.from('adonis_schema').whereRaw('1 = 0').delete()
    return true
  } catch (error) {
    if (isDatabaseLost(error)) return false
    throw error
  }
}

/** Idle connections may lead to what was the primary, or have begun as read-only: the next one is made anew. */
function letGo(db: Database): void {
  for (const name of [db.primaryConnectionName, ASKING]) {
    const pool = db.getRawConnection(name)?.connection?.pool as { free: Kept[] } | undefined
    for (const { resource } of pool?.free ?? []) resource.__knex__disposed = 'it takes no writes'
  }
}
