import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { actAsSystem, currentOperator, type Operator } from '#kernel/acting/main'
import { E_CONFLICT } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import { say } from '#kernel/languages/main'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_NOT_HANDLER, E_OWN_WORK } from '../errors.js'
import Document from '../models/document.js'
import type DocumentReview from '../models/document_review.js'
import type { ReviewDecision } from '../models/document_review.js'
import { DocumentNotices } from '../notices/document_notices.js'
import { closeReviews, openReviewsOf } from '../rights/open_reviews.js'
import { soleWriterOf } from '../submissions/own_work.js'
import { decidedNotice } from '../submissions/submission_notices.js'
import { authorOf } from '../versions/author.js'
import { NarrowedRights } from '../sessions/narrowed_rights.js'
import { Sessions } from '../sessions/sessions.js'
import { noteInLog } from '../versions/document_log.js'
import { assertState } from '../versions/document_state.js'
import { lockedForChange } from '../versions/locked_document.js'

export interface Review {
  decision: ReviewDecision
  comment: string | null
  /** The submission that the handler has seen. Default: the current one. */
  submissionNo?: number
}

/** Records the decision of a handler. One handler can return the document; the approval needs all of them. */
@inject()
export class ReviewDocument {
  constructor(
    private readonly settings: EditorSettings,
    private readonly notices: DocumentNotices,
    private readonly sessions: Sessions,
    private readonly rights: NarrowedRights
  ) {}

  async handle(id: number, review: Review): Promise<Document> {
    const operator = currentOperator()
    return actAsSystem('a handler decides on what was submitted to them', async () => {
      const { document, submittedBy } = await db.transaction((trx) =>
        this.#review(id, operator, review, trx)
      )
      if (document.status === 'in_review') return document
      const concerned = new Set([submittedBy, document.ownerId].filter((one) => one !== null))
      concerned.delete(operator.id)
      const notice = decidedNotice(document, operator, review.comment)
      await this.notices.send([...concerned], document, notice)
      await this.rights.handle({ documentIds: [id] })
      return document
    })
  }

  async #review(
    id: number,
    operator: Operator,
    review: Review,
    trx: TransactionClientContract
  ): Promise<{ document: Document; submittedBy: number | null }> {
    const document = await lockedForChange(id, trx)
    assertState(document, 'in_review', say`there is nothing to review`)
    const { submissionNo = document.submissionNo, decision, comment } = review
    if (submissionNo !== document.submissionNo) throw new E_CONFLICT(SUBMITTED_ANEW)
    const { submittedBy } = await this.#decide(document, operator.id, review, trx)
    const undecided = await openReviewsOf(id, trx).whereNull('decidedAt').first()
    const action = decision === 'return' ? ('returned' as const) : ('approved' as const)
    if (action === 'returned' || !undecided) await this.#close(document, action, trx)
    const { versionNo } = document
    const entry = { action, author: authorOf(operator), versionNo, detail: { comment } }
    await noteInLog(id, entry, trx)
    return { document, submittedBy }
  }

  async #decide(
    document: Document,
    handlerId: number,
    { decision, comment }: Review,
    trx: TransactionClientContract
  ): Promise<DocumentReview> {
    const undecided = openReviewsOf(document.id, trx).whereNull('decidedAt')
    const asked = await undecided.where({ handlerId }).first()
    if (!asked) throw new E_NOT_HANDLER()
    if (decision === 'approve' && !this.settings.config.ownReview) {
      const own = asked.submittedBy === handlerId
      if (own || (await soleWriterOf(document, trx)) === handlerId) throw new E_OWN_WORK()
    }
    const decidedAt = DateTime.fromMillis(clock.now())
    return asked.merge({ decision, comment, decidedAt }).useTransaction(trx).save()
  }

  async #close(
    document: Document,
    status: 'returned' | 'approved',
    trx: TransactionClientContract
  ): Promise<void> {
    await closeReviews(document.id, trx)
    // The new key ends the handlers’ view: they may not read what is written from now on.
    if (status === 'returned') await this.sessions.renew(document, 'ended_by_us', trx)
    await document.merge({ status }).useTransaction(trx).save()
  }
}

const SUBMITTED_ANEW =
  'The document was submitted anew since you looked at it, and may have changed; open it again, then decide'
