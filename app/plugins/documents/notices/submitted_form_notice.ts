import type { Notice } from '#kernel/notices/notices'
import type Document from '../models/document.js'
import type DocumentVersion from '../models/document_version.js'

type Submitted = Pick<DocumentVersion, 'no' | 'authorName'>

/** What whose form it is hears of what was submitted. */
export function submittedFormNotice(
  { id: documentId, title }: Document,
  { no: versionNo, authorName }: Submitted,
  isLastForNow: boolean
): Notice {
  const more = isLastForNow
    ? ' You are not told of what else is submitted within the hour: the versions of the document hold all of it.'
    : ''
  return {
    title: 'A form was submitted',
    body: `${authorName} submitted “${title}”. It lies beside the document as version ${versionNo}, with what was filled in; the form itself stays as it is.${more}`,
    data: { kind: 'document.form_submitted', documentId, versionNo },
  }
}
