import { defineListing, equals } from '#kernel/listing/main'
import DocumentReview from '../models/document_review.js'
import { reviewShape } from '../transformers/review_transformer.js'

export const reviewListing = defineListing(DocumentReview, {
  row: reviewShape,
  columns: {
    submittedAt: 'createdAt',
  },
  filters: { documentId: equals<number>('documentId') },
  sorts: ['id'],
  defaultSort: 'id',
})
