import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type Document from '../models/document.js'
import type DocumentReview from '../models/document_review.js'
import { openReviewsOf } from '../rights/open_reviews.js'

/**
 * Nodes of the first release, which may still run while nodes are replaced, submit documents and do not count it: until it is
 * made up for, the number that the document shows is an earlier submission's.
 *
 * @param reviews what handlers are asked of a document that the caller has locked
 */
export async function countOlderSubmission(
  document: Document,
  reviews: readonly DocumentReview[],
  trx: TransactionClientContract
): Promise<void> {
  if (!reviews.some(({ submissionNo }) => submissionNo === null)) return
  const submissionNo = document.submissionNo + 1
  await document.merge({ submissionNo }).useTransaction(trx).save()
  await openReviewsOf(document.id, trx).update({ submissionNo })
}
