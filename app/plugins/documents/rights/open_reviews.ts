import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/instant'
import type { Predicate } from '#kernel/data_scope/predicate'
import { clock } from '#kernel/state/clock'
import DocumentReview from '../models/document_review.js'

/** What handlers are asked of a document that is under review; of one that is not there are none. */
export function openReviewsOf(documentId: number, trx?: TransactionClientContract) {
  return DocumentReview.query({ client: trx }).where('documentId', documentId).whereNull('closedAt')
}

export function openReviewsOfEach(documentIds: readonly number[]) {
  return DocumentReview.query()
    .whereIn('documentId', [...documentIds])
    .whereNull('closedAt')
}

/** Ids of the documents that a handler is asked to review. */
export function documentsSubmittedTo(handlerId: number): Predicate {
  return {
    sql: 'select document_id from document_reviews where handler_id = ? and closed_at is null',
    bindings: [handlerId],
  }
}

/**
 * Ends a submission, however: nobody is a handler of the document any more. What was decided is kept; whoever did not
 * decide is forgotten here, for the log tells who was asked.
 */
export async function closeReviews(
  documentId: number,
  trx: TransactionClientContract
): Promise<void> {
  await openReviewsOf(documentId, trx).whereNull('decidedAt').delete()
  await openReviewsOf(documentId, trx).update({ closedAt: toStored(clock.now()) })
}
