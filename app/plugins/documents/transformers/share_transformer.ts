import { t, type Shaped } from '#kernel/http/shape'
import type DocumentShare from '../models/document_share.js'
import { SUBJECT_TYPES } from '../models/document_share.js'
import { LEVELS } from '../levels.js'
import type { ShareNames } from '../models/reach/share_names.js'

export const shareShape = t.object({
  id: t.id(),
  subjectType: t.oneOf(SUBJECT_TYPES),
  subjectId: t.id(),
  subjectName: t.nullable(t.text({ description: 'null for whoever is gone' })),
  level: t.oneOf(LEVELS),
  endsAt: t.nullable(t.instant()),
  sharedBy: t.nullable(t.id()),
  sharedByName: t.nullable(t.text()),
  createdAt: t.instant(),
  updatedAt: t.instant(),
})

export function shareRow(share: DocumentShare, names: ShareNames): Shaped<typeof shareShape> {
  const { id, subjectType, subjectId, level, endsAt, sharedBy, createdAt, updatedAt } = share
  return {
    id,
    subjectType,
    subjectId,
    subjectName: names.subject(share),
    level,
    endsAt: endsAt?.toUTC().toISO() ?? null,
    sharedBy,
    sharedByName: names.sharer(share),
    createdAt: createdAt.toUTC().toISO()!,
    updatedAt: updatedAt.toUTC().toISO()!,
  }
}
