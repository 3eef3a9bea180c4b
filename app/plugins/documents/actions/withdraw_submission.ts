import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { currentOperator } from '#kernel/acting/main'
import { say } from '#kernel/languages/main'
import type Document from '../models/document.js'
import { DocumentNotices } from '../notices/document_notices.js'
import { closeReviews, openReviewsOf } from '../rights/open_reviews.js'
import { withdrawnNotice } from '../submissions/submission_notices.js'
import { assertSubmissionPace } from '../paces.js'
import { authorOf } from '../versions/author.js'
import { NarrowedRights } from '../sessions/narrowed_rights.js'
import { Sessions } from '../sessions/sessions.js'
import { noteInLog } from '../versions/document_log.js'
import { assertState } from '../versions/document_state.js'
import { lockedForChange } from '../versions/locked_document.js'

/** The document gets a new session key and its handlers are disconnected: they may no longer read it. */
@inject()
export class WithdrawSubmission {
  constructor(
    private readonly notices: DocumentNotices,
    private readonly sessions: Sessions,
    private readonly rights: NarrowedRights
  ) {}

  /** @throws E_NOT_FOUND, E_DOCUMENT_STATE, E_TOO_MANY_REQUESTS */
  async handle(id: number): Promise<Document> {
    const operator = currentOperator()
    await assertSubmissionPace(operator.id)
    const { document, handlerIds } = await this.#withdraw(id)
    const others = handlerIds.filter((handler) => handler !== operator.id)
    await this.notices.send(others, document, withdrawnNotice(document, operator))
    await this.rights.handle({ documentIds: [id] })
    return document
  }

  #withdraw(id: number): Promise<{ document: Document; handlerIds: number[] }> {
    const author = authorOf(currentOperator())
    return db.transaction(async (trx) => {
      const document = await lockedForChange(id, trx)
      assertState(document, 'in_review', say`there is no submission to take back`)
      const reviews = await openReviewsOf(id, trx).orderBy('id')
      await closeReviews(id, trx)
      await this.sessions.renew(document, 'ended_by_us', trx)
      await document.merge({ status: 'draft' }).useTransaction(trx).save()
      const handlerIds = reviews.map(({ handlerId }) => handlerId)
      const { versionNo } = document
      await noteInLog(id, { action: 'withdrawn', author, versionNo, detail: { handlerIds } }, trx)
      return { document, handlerIds }
    })
  }
}
