import type { Notice } from '#kernel/notices/notices'
import type { Operator } from '#kernel/operator/operator'
import type Document from '../models/document.js'
import type { ActionLink } from './action_link.js'

export interface MentionedIn {
  comment: string
  actionLink: ActionLink | null
}

const LONGEST = 500

/** What somebody is told who was mentioned in a comment. */
export function mentionNotice(
  { id: documentId, title }: Document,
  { nickname }: Operator,
  { comment, actionLink }: MentionedIn
): Notice {
  return {
    title: `${nickname} mentioned you in “${title}”`,
    body: plain(comment) || 'Open the document to see where.',
    data: { kind: 'document.mention', documentId, actionLink },
  }
}

/**
 * Without markup and control characters, and not too long: what reads it may not expect a whole page. What would be read
 * as markup once more, with what stood within it gone, is kept apart, and is text.
 */
function plain(comment: string): string {
  const text = comment
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(/<(?=[a-z/!?])/gi, '< ')
    .trim()
  const characters = [...text]
  return characters.length <= LONGEST ? text : `${characters.slice(0, LONGEST - 1).join('')}…`
}
