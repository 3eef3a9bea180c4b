import db from '@adonisjs/lucid/services/db'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { currentOperator } from '#kernel/acting/main'
import type Document from '../models/document.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { lockedDocument } from '../versions/locked_document.js'

export class RestoreDocument {
  /** @throws E_NOT_FOUND when it is not in the trash */
  async handle(id: number): Promise<Document> {
    const author = authorOf(currentOperator())
    return db.transaction(async (trx) => {
      const document = await lockedDocument(id, trx)
      if (!document.deletedAt) throw new E_NOT_FOUND()
      document.merge({ deletedAt: null, deletedBy: null })
      await document.useTransaction(trx).save()
      await noteInLog(id, { action: 'undeleted', author }, trx)
      return document
    })
  }
}
