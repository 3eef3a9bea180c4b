import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import DocumentKey from '../models/document_key.js'
import DocumentVersion from '../models/document_version.js'
import { thatWerePresent } from './older_besides.js'

/**
 * The version that the editor opens under a key. Of keys that are older than this was kept it is the one that was present
 * before their session saved anything; `null` where that is not known, or it has saved nothing.
 */
export async function baseOfSession(
  editorKey: string,
  client?: TransactionClientContract
): Promise<DocumentVersion | null> {
  const key = await DocumentKey.findBy({ editorKey }, { client })
  const all = () => DocumentVersion.described({ client })
  if (key?.baseVersionNo)
    return all().where({ documentId: key.documentId, no: key.baseVersionNo }).first()

  const first = await all().where({ editorKey }).orderBy('no').first()
  if (!first) return null
  const { documentId, no } = first
  const before = all().where({ documentId }).where('no', '<', no)
  return thatWerePresent(before).orderBy('no', 'desc').first()
}
