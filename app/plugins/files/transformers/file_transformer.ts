import { t, type Shaped } from '#kernel/contracts/main'
import type StoredFile from '../models/stored_file.js'

const members = {
  id: t.id(),
  name: t.text(),
  size: t.integer({ minimum: 0, description: 'bytes' }),
  mimeType: t.text({ description: 'By the content, not by what the client said' }),
  extension: t.text(),
  sha256: t.text({ description: 'Of the content, in hex' }),
  ownerId: t.nullable(t.id()),
  departmentId: t.nullable(t.id()),
  createdAt: t.instant(),
}

export const fileShape = t.object(members, { title: 'StoredFile' })

export const listedFileShape = t.object({
  ...members,
  ownerName: t.nullable(t.text({ description: 'null where nobody owns it any more' })),
})

export function fileRow(file: StoredFile): Shaped<typeof fileShape> {
  const { id, size, mimeType, extension, sha256, ownerId, departmentId } = file
  return {
    id,
    name: file.originalName,
    size,
    mimeType,
    extension,
    sha256,
    ownerId: ownerId ?? null,
    departmentId: departmentId ?? null,
    createdAt: file.createdAt.toUTC().toISO()!,
  }
}
