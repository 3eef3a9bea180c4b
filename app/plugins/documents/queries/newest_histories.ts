import { setImmediate } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import DocumentVersion from '../models/document_version.js'
import { historyIn, type VersionHistory } from '../versions/version_history.js'

/** Of all that are answered at once; some thousand changes. */
const MOST_BYTES = 1024 * 1024

/** So many are read at once. */
const AT_ONCE = 10

/**
 * By their number, those of the newest versions that together are not too long to be answered at once.
 *
 * @param oldest number of the first that may be among them
 */
export async function newestHistories(
  documentId: number,
  oldest: number
): Promise<Map<number, VersionHistory>> {
  const numbers = await fitting(documentId, oldest)
  const histories = new Map<number, VersionHistory>()
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const some = DocumentVersion.query().where({ documentId })
    const rows = await some
      .whereIn('no', numbers.slice(from, from + AT_ONCE))
      .select('no', 'history')
    for (const { no, history } of rows) histories.set(no, historyIn(history)!)
    await setImmediate()
  }
  return histories
}

/** Told by their lengths alone, which no database reads a history for. */
async function fitting(documentId: number, oldest: number): Promise<number[]> {
  const rows = await DocumentVersion.query()
    .where({ documentId })
    .where('no', '>=', oldest)
    .whereNotNull('history')
    .orderBy('no', 'desc')
    .select('no', db.raw('octet_length(history) as bytes'))
  let left = MOST_BYTES
  return rows.flatMap(({ no, $extras }) => {
    const bytes = Number($extras.bytes)
    if (bytes > left) return []
    left -= bytes
    return [no]
  })
}
