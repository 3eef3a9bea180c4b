import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { actAsSystem, currentOperator } from '#kernel/operator/acting'
import { E_CONFLICT } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import type { Operator } from '#kernel/operator/operator'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_NOT_HANDLER, E_OWN_WORK } from '../errors.js'
import Document from '../models/document.js'
import type DocumentReview from '../models/document_review.js'
import type { ReviewDecision } from '../models/document_review.js'
import { closeReviews, openReviewsOf } from '../rights/open_reviews.js'
import { soleWriterOf } from '../submissions/own_work.js'
import { authorOf } from '../versions/author.js'
import { NarrowedRights } from '../sessions/narrowed_rights.js'
import { Sessions } from '../sessions/sessions.js'
import { noteInLog } from '../versions/document_log.js'
import { assertState } from '../versions/document_state.js'
import { lockedForChange } from '../versions/locked_document.js'

export interface Review {
  decision: ReviewDecision
  comment: string | null
  /** The one that was looked at; where it is left out, whichever there is. */
  submissionNo?: number
}

/**
 * Records what a handler decides. The first who returns a document returns it; it is approved when every handler
 * has approved, and nobody approves their own work unless the settings say otherwise.
 *
 * @throws E_NOT_FOUND, E_DOCUMENT_STATE, E_NOT_HANDLER, E_OWN_WORK; E_CONFLICT for another submission than was looked at
 */
@inject()
export class ReviewDocument {
  constructor(
    private readonly settings: EditorSettings,
    private readonly sessions: Sessions,
    private readonly rights: NarrowedRights
  ) {}

  async handle(id: number, review: Review): Promise<Document> {
    const operator = currentOperator()
    return actAsSystem('a handler decides on what was submitted to them', async () => {
      const document = await db.transaction((trx) => this.#review(id, operator, review, trx))
      if (!document) throw new E_CONFLICT(SUBMITTED_ANEW)
      if (document.status !== 'in_review') await this.rights.handle({ documentIds: [id] })
      return document
    })
  }

  /** @returns `null` for another submission than was looked at */
  async #review(
    id: number,
    operator: Operator,
    review: Review,
    trx: TransactionClientContract
  ): Promise<Document | null> {
    const document = await lockedForChange(id, trx)
    assertState(document, 'in_review', 'there is nothing to review')
    const reviews = await openReviewsOf(id, trx)
    if (!isSeen(document, review)) return null
    await this.#decide(document, reviews, operator.id, review, trx)
    const undecided = await openReviewsOf(id, trx).whereNull('decidedAt').first()
    const decided = review.decision === 'return' ? 'returned' : undecided ? null : 'approved'
    if (decided) await this.#close(document, decided, trx)

    const { versionNo } = document
    const { comment } = review
    const action = review.decision === 'return' ? ('returned' as const) : ('approved' as const)
    const entry = { action, author: authorOf(operator), versionNo, detail: { comment } }
    await noteInLog(id, entry, trx)
    return document
  }

  async #decide(
    document: Document,
    reviews: readonly DocumentReview[],
    handlerId: number,
    { decision, comment }: Review,
    trx: TransactionClientContract
  ): Promise<void> {
    const asked = reviews.find((one) => one.handlerId === handlerId && one.decidedAt === null)
    if (!asked) throw new E_NOT_HANDLER()
    if (decision === 'approve' && !this.settings.config.ownReview) {
      const own = asked.submittedBy === handlerId
      if (own || (await soleWriterOf(document, trx)) === handlerId) throw new E_OWN_WORK()
    }
    const decidedAt = DateTime.fromMillis(clock.now())
    await asked.merge({ decision, comment, decidedAt }).useTransaction(trx).save()
  }

  async #close(
    document: Document,
    status: 'returned' | 'approved',
    trx: TransactionClientContract
  ): Promise<void> {
    await closeReviews(document.id, trx)
    // Handlers do not look on, with the configuration that they had, at what is written from now on.
    if (status === 'returned') await this.sessions.renew(document, 'ended_by_us', trx)
    await document.merge({ status }).useTransaction(trx).save()
  }
}

/** It may have been taken back, changed or renamed, and submitted to the same handlers again. */
function isSeen(document: Document, { submissionNo }: Review): boolean {
  return submissionNo === undefined || submissionNo === document.submissionNo
}

const SUBMITTED_ANEW =
  'The document was submitted anew since you looked at it, and may have changed; open it again, then decide'
