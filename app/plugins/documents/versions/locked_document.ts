import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_NOT_FOUND } from '#kernel/http/errors'
import Document from '../models/document.js'

/**
 * The document, as it is now and stays until the transaction ends. A write comes first because every database lets
 * one writer wait for another that way, SQLite included.
 *
 * @throws E_NOT_FOUND when it is gone, or out of reach
 */
export async function lockedDocument(
  id: number,
  trx: TransactionClientContract
): Promise<Document> {
  await Document.query({ client: trx }).where('id', id).increment('lastVersionNo', 0)
  const document = await Document.query({ client: trx }).where('id', id).forUpdate().first()
  if (!document) throw new E_NOT_FOUND()
  return document
}

/**
 * The same, of what may still be changed: nobody has deleted it meanwhile.
 *
 * @throws E_NOT_FOUND
 */
export async function lockedForChange(
  id: number,
  trx: TransactionClientContract
): Promise<Document> {
  const document = await lockedDocument(id, trx)
  if (document.deletedAt) throw new E_NOT_FOUND()
  return document
}
