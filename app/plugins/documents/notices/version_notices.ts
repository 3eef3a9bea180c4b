import type { Notice } from '#kernel/plugins/main'
import { type Said, say } from '#kernel/languages/main'
import type Document from '../models/document.js'
import type DocumentVersion from '../models/document_version.js'
import type { Placement } from '../models/document_version.js'
import { quoted } from './quoted.js'

/** Why a version lies beside the current one, as the end of a sentence. */
const REASONS: Record<Exclude<Placement, 'current' | 'older' | 'form'>, Said> = {
  overtaken: say`a later save of the same editing session had arrived before, without them`,
  session_ended: say`the document went on in another editing session meanwhile`,
  locked: say`the document was submitted for review meanwhile`,
  in_trash: say`the document was deleted meanwhile`,
  failed_save: say`the document server reported that it could not write the file well, so it may be incomplete`,
  no_right: say`none of those who made them may change the document any more`,
  other_format: say`they came in a format in which the document cannot be edited further`,
}

const APPROVED = say`the document was approved meanwhile`

/** What the participants of a session are told of a version that is not where they expect it. */
export function versionNotice(document: Document, version: DocumentVersion): Notice {
  const { title, versionNo } = document
  const { no, placement } = version
  const changes = say`Changes to ${quoted(title)} of ${timeOf(version)}`
  const data = { kind: `document.${placement}`, documentId: document.id, versionNo: no }
  if (placement === 'current')
    return {
      title: 'A save was recovered',
      body: say`${changes} had not been delivered. They were recovered as version ${no}, which is the current version. There is nothing to do.`,
      data,
    }
  return {
    title: 'Changes were saved beside a document',
    body: say`${changes} were saved as version ${no}, beside the current version ${versionNo}, because ${reasonOf(document, placement)}. ${remedyOf(document, no)}`,
    data,
  }
}

function reasonOf({ status }: Document, placement: Placement): Said {
  if (placement === 'locked' && status === 'approved') return APPROVED
  return REASONS[placement as keyof typeof REASONS]
}

function remedyOf({ status, deletedAt }: Document, no: number): Said {
  if (deletedAt) return say`To use version ${no}, take the document out of the trash first.`
  if (status === 'approved')
    return say`Open version ${no} to compare it, or copy it to a new document.`
  if (status === 'in_review')
    return say`Open version ${no} to compare it; once the document is returned, it can be restored.`
  return say`Open version ${no} to compare or restore it.`
}

function timeOf({ createdAt }: DocumentVersion): string {
  return `${createdAt.toUTC().toFormat('HH:mm')} UTC`
}

/** What the owner of a form is told of what was submitted. */
export function formNotice(
  { id: documentId, title }: Document,
  { no: versionNo, authorName }: Pick<DocumentVersion, 'no' | 'authorName'>,
  isLastForNow: boolean
): Notice {
  const more = isLastForNow
    ? say` You are not told of what else is submitted within the hour: the versions of the document hold all of it.`
    : ''
  return {
    title: 'A form was submitted',
    body: say`${authorName} submitted ${quoted(title)}. It was saved as version ${versionNo}, with what was filled in; the form itself stays as it is.${more}`,
    data: { kind: 'document.form_submitted', documentId, versionNo },
  }
}
