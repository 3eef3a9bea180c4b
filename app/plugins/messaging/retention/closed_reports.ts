import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/main'

/** Resolves to how many there were; open ones stay. */
export async function removeClosedReports(beforeMs: number, most: number): Promise<number> {
  const old = await db
    .from('message_reports')
    .where('closed_at', '<', toStored(beforeMs))
    .orderBy('closed_at')
    .limit(most)
    .select('id')
  const ids = old.map(({ id }) => Number(id))
  if (ids.length > 0) await db.from('message_reports').whereIn('id', ids).delete()
  return ids.length
}
