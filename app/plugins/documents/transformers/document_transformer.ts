import { t, type Shaped } from '#kernel/contracts/main'
import { DOCUMENT_STATES } from '../models/document.js'
import type Document from '../models/document.js'
import { DOCUMENT_ACTIONS } from '../rights/allowed_actions.js'

const editingShape = t.array(
  t.object({ id: t.id(), name: t.text() }, { description: 'Somebody who has it open for editing' })
)

const members = {
  id: t.id(),
  title: t.text(),
  fileType: t.text({ description: 'Of the present version, such as docx' }),
  status: t.oneOf(DOCUMENT_STATES),
  latestFileId: t.id(),
  versionNo: t.integer({ minimum: 1, description: 'Of the present version' }),
  submissionNo: t.integer({
    minimum: 0,
    description: 'How often it was submitted; a review sends it along',
  }),
  ownerId: t.nullable(t.id()),
  departmentId: t.nullable(t.id()),
  editing: editingShape,
  createdAt: t.instant(),
  updatedAt: t.instant(),
}

export const documentShape = t.object(members)

const listed = {
  ...members,
  ownerName: t.nullable(t.text({ description: 'null where nobody owns it any more' })),
}

export const listedDocumentShape = t.object(listed)

export const documentDetailsShape = t.object({
  ...listed,
  allowed: t.array(t.oneOf(DOCUMENT_ACTIONS), {
    description:
      'What the caller may do with it, whatever its state; `review` while it waits for their decision',
  }),
})

export function documentRow(document: Document): Shaped<typeof documentShape> {
  const { id, title, fileType, status, latestFileId, versionNo, submissionNo, editing } = document
  const same = { id, title, fileType, status, latestFileId, versionNo, submissionNo, editing }
  return {
    ...same,
    ownerId: document.ownerId ?? null,
    departmentId: document.departmentId ?? null,
    createdAt: document.createdAt.toUTC().toISO()!,
    updatedAt: document.updatedAt.toUTC().toISO()!,
  }
}
