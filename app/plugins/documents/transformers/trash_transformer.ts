import { DateTime } from 'luxon'
import { t, type Shaped } from '#kernel/contracts/main'
import { DOCUMENT_STATES } from '../models/document.js'

const deleted = {
  id: t.id(),
  title: t.text(),
  fileType: t.text(),
  status: t.oneOf(DOCUMENT_STATES),
  versionNo: t.integer({ minimum: 1 }),
  ownerId: t.nullable(t.id()),
  departmentId: t.nullable(t.id()),
  deletedBy: t.nullable(t.id()),
  deletedByName: t.nullable(t.text()),
  deletedAt: t.instant(),
}

export const deletedShape = t.object(deleted)

export const trashedShape = t.object({
  ...deleted,
  keptUntil: t.instant({ description: 'After that it is removed for good' }),
})

export const emptiedShape = t.object({
  removed: t.integer({ minimum: 0 }),
  kept: t.array(
    t.object({ id: t.id(), title: t.text(), reason: t.text() }, { description: 'Still there' })
  ),
  more: t.boolean({ description: 'There are others; call again' }),
})

export function trashedRow(
  row: Shaped<typeof deletedShape>,
  retentionDays: number
): Shaped<typeof trashedShape> {
  const until = DateTime.fromISO(row.deletedAt, { zone: 'utc' }).plus({ days: retentionDays })
  return { ...row, keptUntil: until.toISO()! }
}
