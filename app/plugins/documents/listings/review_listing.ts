import { defineListing, instant, equals } from '#kernel/listing/main'
import DocumentReview from '../models/document_review.js'
import { reviewShape } from '../transformers/review_transformer.js'
import { same } from './columns.js'

export const reviewListing = defineListing(DocumentReview, {
  row: reviewShape,
  columns: {
    ...same('id', 'versionNo', 'handlerId', 'submittedBy', 'decision', 'comment'),
    submittedAt: instant('createdAt'),
    decidedAt: instant('decidedAt'),
    closedAt: instant('closedAt'),
  },
  filters: { documentId: equals<number>('documentId') },
  sorts: ['id'],
  defaultSort: 'id',
})
