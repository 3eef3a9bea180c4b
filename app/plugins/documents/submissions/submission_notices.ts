import type { Notice } from '#kernel/plugins/main'
import type { Operator } from '#kernel/acting/main'
import { type Said, say } from '#kernel/languages/main'
import type Document from '../models/document.js'
import { quoted } from '../notices/quoted.js'

export function submittedNotice(document: Document, { nickname }: Operator): Notice {
  return {
    title: say`${quoted(document.title)} was submitted to you`,
    body: say`${nickname} asks you to review ${quoted(document.title)}, version ${document.versionNo}: approve it, or return it with a comment.`,
    data: { kind: 'document.submitted', documentId: document.id },
  }
}

export function withdrawnNotice(document: Document, { nickname }: Operator): Notice {
  return {
    title: say`You need not review ${quoted(document.title)} any more`,
    body: say`${nickname} took back what was submitted to you of ${quoted(document.title)}. There is nothing to do.`,
    data: { kind: 'document.withdrawn', documentId: document.id },
  }
}

/** For whoever submitted or owns a document that is approved or returned now. */
export function decidedNotice(
  { id, title, versionNo, status }: Document,
  { nickname }: Operator,
  comment: string | null
): Notice {
  const next = status === 'approved' ? '' : say` Change it and submit it again.`
  return {
    title:
      status === 'approved'
        ? say`${quoted(title)} was approved`
        : say`${quoted(title)} was returned`,
    body: say`${decision(status, { nickname, versionNo, title })}${comment ? ` “${comment}”` : ''}${next}`,
    data: { kind: `document.${status}`, documentId: id },
  }
}

function decision(
  status: Document['status'],
  { nickname, versionNo, title }: { nickname: string; versionNo: number; title: string }
): Said {
  return status === 'approved'
    ? say`${nickname} approved version ${versionNo} of ${quoted(title)}.`
    : say`${nickname} returned version ${versionNo} of ${quoted(title)}.`
}
