import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_NOT_FOUND } from '#kernel/errors/main'
import Document from '../models/document.js'

/**
 * Locks the row of a document until the transaction ends. The write makes another writer wait on every database,
 * SQLite included.
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

/** @throws E_NOT_FOUND also for a document in the trash */
export async function lockedForChange(
  id: number,
  trx: TransactionClientContract
): Promise<Document> {
  const document = await lockedDocument(id, trx)
  if (document.deletedAt) throw new E_NOT_FOUND()
  return document
}
