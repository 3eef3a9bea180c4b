import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { currentOperator } from '#kernel/acting/main'
import { say } from '#kernel/languages/main'
import type Document from '../models/document.js'
import { authorOf } from '../versions/author.js'
import { assertRenamingPace } from '../paces.js'
import { noteInLog } from '../versions/document_log.js'
import { AnnounceTitle } from '../sessions/announce_title.js'
import { assertChangeable } from '../versions/document_state.js'
import { lockedForChange } from '../versions/locked_document.js'

/** The title is part of what others review, so it stays during a review and after the approval. */
@inject()
export class RenameDocument {
  constructor(private readonly announceTitle: AnnounceTitle) {}

  /** @throws E_NOT_FOUND, E_DOCUMENT_STATE, E_TOO_MANY_REQUESTS */
  async handle(id: number, title: string): Promise<Document> {
    await assertRenamingPace(currentOperator().id)
    const { document, isRenamed } = await this.#rename(id, title)
    if (isRenamed) await this.announceTitle.handle(document)
    return document
  }

  #rename(id: number, title: string): Promise<{ document: Document; isRenamed: boolean }> {
    const author = authorOf(currentOperator())
    return db.transaction(async (trx) => {
      const document = await lockedForChange(id, trx)
      assertChangeable(document, say`its title stays`)
      const from = document.title
      if (title === from) return { document, isRenamed: false }
      await document.merge({ title }).useTransaction(trx).save()
      await noteInLog(id, { action: 'renamed', author, detail: { from, to: title } }, trx)
      return { document, isRenamed: true }
    })
  }
}
