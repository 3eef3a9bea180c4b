import { t, type Shaped } from '#kernel/contracts/main'
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
  usable: t.nullable(
    t.boolean({
      description:
        'Whether the user holds the permissions to list and see documents; null for departments and roles',
    })
  ),
  endsAt: t.nullable(t.instant()),
  sharedBy: t.nullable(t.id()),
  sharedByName: t.nullable(t.text()),
  createdAt: t.instant(),
  updatedAt: t.instant(),
})

/** @param readers ids of the users who may list and see documents */
export function shareRow(
  share: DocumentShare,
  names: ShareNames,
  readers: ReadonlySet<number>
): Shaped<typeof shareShape> {
  const { id, subjectType, subjectId, level, sharedBy } = share
  const same = { id, subjectType, subjectId, level, sharedBy }
  return {
    ...same,
    usable: subjectType === 'user' ? readers.has(subjectId) : null,
    subjectName: names.subject(share),
    endsAt: share.endsAt?.toUTC().toISO() ?? null,
    sharedByName: names.sharer(share),
    createdAt: share.createdAt.toUTC().toISO()!,
    updatedAt: share.updatedAt.toUTC().toISO()!,
  }
}
