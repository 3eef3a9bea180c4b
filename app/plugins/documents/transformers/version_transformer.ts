import { t, type Shaped } from '#kernel/contracts/main'
import { PLACEMENTS, VERSION_KINDS } from '../models/document_version.js'
import type DocumentVersion from '../models/document_version.js'

export const versionShape = t.object({
  no: t.integer({ minimum: 1 }),
  fileId: t.id(),
  fileType: t.text(),
  size: t.integer({ minimum: 0, description: 'bytes' }),
  sha256: t.text({ description: 'Of the content, in hex' }),
  kind: t.oneOf(VERSION_KINDS, { description: 'How it came about' }),
  recovered: t.boolean({ description: 'A save that was recovered from the document server' }),
  beside: t.boolean({ description: 'Kept beside the current version' }),
  placement: t.oneOf(PLACEMENTS, {
    description: '`current`, or why it was kept beside the current version',
  }),
  authorId: t.nullable(t.id()),
  authorName: t.text(),
  restoredFrom: t.nullable(t.integer({ minimum: 1, description: 'The version it repeats' })),
  current: t.boolean({ description: 'The present version' }),
  createdAt: t.instant(),
})

export function versionRow(
  version: DocumentVersion,
  presentNo: number
): Shaped<typeof versionShape> {
  const { no, fileId, fileType, size, sha256, kind, placement, authorName } = version
  const same = { no, fileId, fileType, size, sha256, kind, placement, authorName }
  return {
    ...same,
    recovered: kind === 'recovered',
    beside: placement !== 'current',
    authorId: version.authorId ?? null,
    restoredFrom: version.restoredFrom ?? null,
    current: no === presentNo,
    createdAt: version.createdAt.toUTC().toISO()!,
  }
}
