import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { currentOperator } from '#kernel/operator/acting'
import { EditingGuard } from '../live/editing_guard.js'
import type Document from '../models/document.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { lockedDocument } from '../versions/locked_document.js'

/**
 * Puts a document out of sight. It and its versions are kept for the configured time, also for a save that is still
 * under way.
 *
 * @throws E_BEING_EDITED
 */
@inject()
export class DeleteDocument {
  constructor(private readonly guard: EditingGuard) {}

  async handle(document: Document, drop: boolean): Promise<void> {
    const author = authorOf(currentOperator())
    await this.guard.assertQuiet(document, { drop, author })
    await db.transaction(async (trx) => {
      const current = await lockedDocument(document.id, trx)
      await current.merge({ deletedAt: DateTime.utc() }).useTransaction(trx).save()
      await noteInLog(current.id, { action: 'deleted', author }, trx)
    })
  }
}
