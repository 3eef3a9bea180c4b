import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type Document from '../models/document.js'
import type { Author } from './author.js'
import { replaceKey } from './document_keys.js'
import { noteInLog } from './document_log.js'

/**
 * Gives a document that the caller has locked a new key, because people stay in its session although they were told to
 * leave. What they save later lies beside.
 *
 * @param staying ids as the editor knows them
 */
export async function goOnWithout(
  document: Document,
  staying: readonly string[],
  author: Author,
  trx: TransactionClientContract
): Promise<void> {
  await replaceKey(document, 'left_behind', trx)
  await document.useTransaction(trx).save()
  const detail = { userIds: staying.map(Number).filter(Number.isSafeInteger), reason: REASON }
  await noteInLog(document.id, { action: 'session_dropped', author, detail }, trx)
}

const REASON = 'they stayed although told to leave, and the document went on without them'
