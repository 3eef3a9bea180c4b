import type { Notice } from '#kernel/plugins/main'
import type { Operator } from '#kernel/acting/main'
import type Document from '../models/document.js'

export function submittedNotice(document: Document, { nickname }: Operator): Notice {
  return {
    title: `“${document.title}” was submitted to you`,
    body: `${nickname} asks you to review “${document.title}”, version ${document.versionNo}: approve it, or return it with a comment.`,
    data: { kind: 'document.submitted', documentId: document.id },
  }
}

export function withdrawnNotice(document: Document, { nickname }: Operator): Notice {
  return {
    title: `You need not review “${document.title}” any more`,
    body: `${nickname} took back what was submitted to you of “${document.title}”. There is nothing to do.`,
    data: { kind: 'document.withdrawn', documentId: document.id },
  }
}

/** For whoever submitted or owns a document that is approved or returned now. */
export function decidedNotice(
  { id, title, versionNo, status }: Document,
  { nickname }: Operator,
  comment: string | null
): Notice {
  const said = comment ? ` “${comment}”` : ''
  const next = status === 'approved' ? '' : ' Change it and submit it again.'
  return {
    title: `“${title}” was ${status}`,
    body: `${nickname} ${status} version ${versionNo} of “${title}”.${said}${next}`,
    data: { kind: `document.${status}`, documentId: id },
  }
}
