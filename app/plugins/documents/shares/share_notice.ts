import type { Notice } from '#kernel/notices/notices'
import type DocumentShare from '../models/document_share.js'
import { wordsFor } from '../models/reach/share_reasons.js'

/** What those are told whom a document is shared with. */
export function noticeOf(
  { title }: { title: string },
  { level, endsAt }: Pick<DocumentShare, 'level' | 'endsAt'>,
  sharer: string
): Notice {
  const until = endsAt ? `, until ${endsAt.toUTC().toISO()}` : ''
  return {
    title: 'A document was shared with you',
    body: `${sharer} gave you “${title}” ${wordsFor(level)}${until}.`,
  }
}
