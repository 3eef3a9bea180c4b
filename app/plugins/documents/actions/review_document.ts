import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import { actAsSystem, currentOperator } from '#kernel/operator/acting'
import { E_NOT_HANDLER } from '../errors.js'
import type Document from '../models/document.js'
import DocumentReview, { type ReviewDecision } from '../models/document_review.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { assertState } from '../versions/document_state.js'
import { lockedDocument } from '../versions/locked_document.js'

export interface Review {
  decision: ReviewDecision
  comment: string | null
}

/**
 * Records what a handler decides. The first who returns a document returns it; it is approved when every handler
 * has approved.
 *
 * @throws E_DOCUMENT_STATE, E_NOT_HANDLER
 */
export class ReviewDocument {
  async handle(id: number, review: Review): Promise<Document> {
    const operator = currentOperator()
    return actAsSystem('a handler decides on what was submitted to them', () =>
      db.transaction(async (trx) => {
        const document = await lockedDocument(id, trx)
        assertState(document, 'in_review', 'there is nothing to review')
        await this.#decide(id, operator.id, review, trx)
        const undecided = await open(id, trx).whereNull('decidedAt').first()
        const decided = review.decision === 'return' ? 'returned' : undecided ? null : 'approved'
        if (decided) await this.#close(document, decided, trx)

        const { versionNo } = document
        const { comment } = review
        const action = review.decision === 'return' ? ('returned' as const) : ('approved' as const)
        const entry = { action, author: authorOf(operator), versionNo, detail: { comment } }
        await noteInLog(id, entry, trx)
        return document
      })
    )
  }

  async #decide(
    id: number,
    handlerId: number,
    { decision, comment }: Review,
    trx: TransactionClientContract
  ): Promise<void> {
    const asked = await open(id, trx).where('handlerId', handlerId).whereNull('decidedAt').first()
    if (!asked) throw new E_NOT_HANDLER()
    const decidedAt = DateTime.utc()
    await asked.merge({ decision, comment, decidedAt }).useTransaction(trx).save()
  }

  async #close(
    document: Document,
    status: 'returned' | 'approved',
    trx: TransactionClientContract
  ): Promise<void> {
    await open(document.id, trx).update({ closedAt: toStored(DateTime.utc()) })
    await document.merge({ status }).useTransaction(trx).save()
  }
}

function open(documentId: number, trx: TransactionClientContract) {
  return DocumentReview.query({ client: trx }).where('documentId', documentId).whereNull('closedAt')
}
