import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/main'
import type { Predicate } from '#kernel/data_scope/main'
import { clock } from '#kernel/state/main'
import DocumentReview from '../models/document_review.js'

/** Only a document that is under review has open ones. */
export function openReviewsOf(documentId: number, trx?: TransactionClientContract) {
  return DocumentReview.query({ client: trx }).where('documentId', documentId).whereNull('closedAt')
}

/** Selects the ids of the documents that a handler is asked to review. */
export function documentsSubmittedTo(handlerId: number): Predicate {
  return {
    sql: 'select document_id from document_reviews where handler_id = ? and closed_at is null',
    bindings: [handlerId],
  }
}

/** Ends a submission. Undecided reviews are deleted, because the log names the handlers. */
export async function closeReviews(
  documentId: number,
  trx: TransactionClientContract
): Promise<void> {
  await openReviewsOf(documentId, trx).whereNull('decidedAt').delete()
  await openReviewsOf(documentId, trx).update({ closedAt: toStored(clock.now()) })
}
