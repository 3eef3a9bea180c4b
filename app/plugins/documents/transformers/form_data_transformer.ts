import { t, type Shaped } from '#kernel/contracts/main'
import type DocumentFormData from '../models/document_form_data.js'

const submission = {
  submittedBy: t.nullable(t.id()),
  submittedByName: t.text(),
  submittedAt: t.instant(),
  fields: t.json({
    type: 'array',
    items: { type: 'object' },
    description: 'As the editor describes them: `key`, `value`, `type` and others',
  }),
}

/** The last submission, and earlier ones of the same version as far as they fit in. */
export const formDataShape = t.object({
  versionNo: t.integer({ minimum: 1 }),
  ...submission,
  earlier: t.array(t.object(submission)),
  before: t.nullable(t.id()),
})

export function formDataRow(
  last: DocumentFormData,
  earlier: readonly DocumentFormData[],
  before: number | null
): Shaped<typeof formDataShape> {
  const { versionNo } = last
  return { versionNo, ...submissionRow(last), earlier: earlier.map(submissionRow), before }
}

function submissionRow({ submittedBy, submittedByName, fields, createdAt }: DocumentFormData) {
  const submittedAt = createdAt.toUTC().toISO()!
  return { submittedBy: submittedBy ?? null, submittedByName, submittedAt, fields }
}
