import type { Database } from '@adonisjs/lucid/database'
import { dialectOf } from './dialect.js'

/** Milliseconds since the epoch by the clock of the database's server; `null` where there is no server. */
export async function databaseTime(db: Database): Promise<number | null> {
  const client = db.connection()
  const dialect = dialectOf(client)
  if (dialect === 'sqlite') return null
  if (dialect === 'postgres') {
    const { rows } = (await client.rawQuery(
      'select extract(epoch from clock_timestamp()) * 1000 as now'
    )) as { rows: [{ now: string }] }
    return Number(rows[0].now)
  }
  const [[row]] = (await client.rawQuery('select unix_timestamp(now(3)) * 1000 as now')) as [
    [{ now: string }],
  ]
  return Number(row.now)
}
