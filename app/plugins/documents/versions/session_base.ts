import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import DocumentKey from '../models/document_key.js'
import DocumentVersion from '../models/document_version.js'

/**
 * The version that the editor opens under a key; `null` where that is not known, as of a session that began after the backup
 * from which the database was restored.
 */
export async function baseOfSession(
  editorKey: string,
  client?: TransactionClientContract
): Promise<DocumentVersion | null> {
  const key = await DocumentKey.findBy({ editorKey }, { client })
  if (!key?.baseVersionNo) return null
  const { documentId, baseVersionNo: no } = key
  return DocumentVersion.described({ client }).where({ documentId, no }).first()
}
