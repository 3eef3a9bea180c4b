import db from '@adonisjs/lucid/services/db'
import DocumentVersion from '../models/document_version.js'
import { historyIn, type VersionHistory } from '../versions/version_history.js'

const MOST_BYTES = 1024 * 1024

/** Histories of the newest versions, by number, as long as they fit into one answer. */
export async function newestHistories(
  documentId: number,
  oldest: number
): Promise<Map<number, VersionHistory>> {
  const numbers = await fitting(documentId, oldest)
  const versions = DocumentVersion.query().where({ documentId }).whereIn('no', numbers)
  const rows = await versions.select('no', 'history')
  return new Map(rows.map(({ no, history }) => [no, historyIn(history)!]))
}

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
