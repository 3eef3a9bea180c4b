import type { Notice } from '#kernel/plugins/main'
import type { Operator } from '#kernel/acting/main'
import { say } from '#kernel/languages/main'
import type Document from '../models/document.js'
import { quoted } from '../notices/quoted.js'

export const LINKED = ['comment', 'bookmark'] as const

export interface MentionedIn {
  comment: string
  /** The place in the document, in the form of the editor's `editorConfig.actionLink`. */
  actionLink: { action: { type: (typeof LINKED)[number]; data: string } } | null
}

const LONGEST = 500

export function mentionNotice(
  { id: documentId, title }: Document,
  { nickname }: Operator,
  { comment, actionLink }: MentionedIn
): Notice {
  return {
    title: say`${nickname} mentioned you in ${quoted(title)}`,
    body: plain(comment) || 'Open the document to see where.',
    data: { kind: 'document.mention', documentId, actionLink },
  }
}

/** Without markup and control characters. Brackets that form a tag once others are removed are kept apart. */
function plain(comment: string): string {
  const text = comment
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(/<(?=[a-z/!?])/gi, '< ')
    .trim()
  const characters = [...text]
  return characters.length <= LONGEST ? text : [...characters.slice(0, LONGEST - 1), '…'].join('')
}
