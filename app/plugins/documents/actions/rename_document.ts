import db from '@adonisjs/lucid/services/db'
import { currentOperator } from '#kernel/operator/acting'
import type Document from '../models/document.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { lockedDocument } from '../versions/locked_document.js'

export class RenameDocument {
  async handle(id: number, title: string): Promise<Document> {
    const author = authorOf(currentOperator())
    return db.transaction(async (trx) => {
      const document = await lockedDocument(id, trx)
      const from = document.title
      await document.merge({ title }).useTransaction(trx).save()
      await noteInLog(id, { action: 'renamed', author, detail: { from, to: title } }, trx)
      return document
    })
  }
}
