import db from '@adonisjs/lucid/services/db'
import { currentOperator } from '#kernel/operator/acting'
import type Document from '../models/document.js'
import { authorOf } from '../versions/author.js'
import { takeFromTrash } from '../versions/trash.js'

export class RestoreDocument {
  /** @throws E_NOT_FOUND when it is not in the trash */
  async handle(id: number): Promise<Document> {
    const author = authorOf(currentOperator())
    return db.transaction((trx) => takeFromTrash(id, author, trx))
  }
}
