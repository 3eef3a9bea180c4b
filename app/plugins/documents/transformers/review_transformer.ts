import { t } from '#kernel/contracts/main'
import { DECISIONS } from '../models/document_review.js'

export const reviewShape = t.object({
  id: t.id(),
  versionNo: t.integer({ minimum: 1 }),
  handlerId: t.id(),
  submittedBy: t.nullable(t.id()),
  decision: t.nullable(t.oneOf(DECISIONS)),
  comment: t.nullable(t.text()),
  submittedAt: t.instant(),
  decidedAt: t.nullable(t.instant()),
  closedAt: t.nullable(t.instant()),
})
