import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import type Document from '../models/document.js'
import type { Author } from './author.js'
import { noteInLog } from './document_log.js'
import { lockedDocument } from './locked_document.js'

/** @throws E_NOT_FOUND when it is in the trash already */
export async function putInTrash(
  id: number,
  author: Author,
  trx: TransactionClientContract
): Promise<void> {
  const document = await lockedDocument(id, trx)
  if (document.deletedAt) throw new E_NOT_FOUND()
  document.merge({ deletedAt: DateTime.fromMillis(clock.now()), deletedBy: author.id })
  await document.useTransaction(trx).save()
  await noteInLog(id, { action: 'deleted', author }, trx)
}

/** @throws E_NOT_FOUND when it is not in the trash */
export async function takeFromTrash(
  id: number,
  author: Author,
  trx: TransactionClientContract
): Promise<Document> {
  const document = await lockedDocument(id, trx)
  if (!document.deletedAt) throw new E_NOT_FOUND()
  document.merge({ deletedAt: null, deletedBy: null })
  await document.useTransaction(trx).save()
  await noteInLog(id, { action: 'undeleted', author }, trx)
  return document
}
