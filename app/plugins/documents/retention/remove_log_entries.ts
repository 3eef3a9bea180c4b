import { toStored } from '#kernel/database/main'
import DocumentLog from '../models/document_log.js'

/** Removes up to `most` entries of the log from before a time, in milliseconds. @returns their number */
export async function removeLogEntries(beforeMs: number, most: number): Promise<number> {
  const old = await DocumentLog.query()
    .where('createdAt', '<', toStored(beforeMs))
    .orderBy('createdAt')
    .limit(most)
    .select('id')
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await DocumentLog.query().whereIn('id', ids).delete()
  return ids.length
}
