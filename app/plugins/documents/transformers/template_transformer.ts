import { t, type Shaped } from '#kernel/contracts/main'
import { TEMPLATE_STATES } from '../models/document_template.js'
import type DocumentTemplate from '../models/document_template.js'

export const templateShape = t.object({
  id: t.id(),
  title: t.text(),
  fileType: t.text(),
  fileId: t.id(),
  status: t.oneOf(TEMPLATE_STATES),
  createdBy: t.nullable(t.id()),
  createdAt: t.instant(),
  updatedAt: t.instant(),
})

export function templateRow(template: DocumentTemplate): Shaped<typeof templateShape> {
  const { id, title, fileType, fileId, status } = template
  const same = { id, title, fileType, fileId, status }
  return {
    ...same,
    createdBy: template.createdBy ?? null,
    createdAt: template.createdAt.toUTC().toISO()!,
    updatedAt: template.updatedAt.toUTC().toISO()!,
  }
}
