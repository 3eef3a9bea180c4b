import { defineListing, equals, label } from '#kernel/listing/main'
import { User } from '#plugins/identity/main'
import DocumentReview from '../models/document_review.js'
import { reviewShape } from '../transformers/review_transformer.js'

export const reviewListing = defineListing(DocumentReview, {
  row: reviewShape,
  columns: {
    submittedAt: 'createdAt',
    handlerName: label(() => User, 'nickname', 'handlerId'),
    submittedByName: label(() => User, 'nickname', 'submittedBy'),
  },
  filters: { documentId: equals<number>('documentId') },
  sorts: ['id'],
  defaultSort: 'id',
})
