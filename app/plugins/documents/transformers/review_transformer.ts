import { t } from '#kernel/contracts/main'
import { DECISIONS } from '../models/document_review.js'

export const reviewShape = t.object({
  id: t.id(),
  versionNo: t.integer({ minimum: 1 }),
  submissionNo: t.nullable(t.integer({ minimum: 1 })),
  handlerId: t.id(),
  handlerName: t.nullable(t.text()),
  submittedBy: t.nullable(t.id()),
  submittedByName: t.nullable(t.text()),
  decision: t.nullable(t.oneOf(DECISIONS)),
  comment: t.nullable(t.text()),
  submittedAt: t.instant(),
  decidedAt: t.nullable(t.instant()),
  closedAt: t.nullable(t.instant()),
})
