import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { clock } from '#kernel/state/main'
import type { Author } from './author.js'
import { noteInLog } from './document_log.js'
import { lockedForChange } from './locked_document.js'

/** @throws E_NOT_FOUND when it is in the trash already */
export async function putInTrash(
  id: number,
  author: Author,
  trx: TransactionClientContract
): Promise<void> {
  const document = await lockedForChange(id, trx)
  document.merge({ deletedAt: DateTime.fromMillis(clock.now()), deletedBy: author.id })
  await document.useTransaction(trx).save()
  await noteInLog(id, { action: 'deleted', author }, trx)
}
