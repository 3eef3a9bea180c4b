import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import DocumentReview from '../models/document_review.js'

type Asked = Pick<DocumentReview, 'documentId' | 'submittedBy' | 'versionNo' | 'submissionNo'>

export async function askHandlers(
  { documentId, submittedBy, versionNo, submissionNo }: Asked,
  handlerIds: readonly number[],
  trx: TransactionClientContract
): Promise<void> {
  const asked = { documentId, submittedBy, versionNo, submissionNo }
  const reviews = handlerIds.map((handlerId) => ({ ...asked, handlerId }))
  await DocumentReview.createMany(reviews, { client: trx })
}
