import { t, type Shaped } from '#kernel/contracts/main'
import type { Entry } from '../entries/entry.js'
import { entryShape, entryView } from './entry_transformer.js'

export const mentionShape = t.object(
  {
    message: entryShape,
    unread: t.boolean({ description: 'Above the read mark of its conversation' }),
  },
  { title: 'Mention' }
)

export const mentionsShape = t.object(
  {
    items: t.array(mentionShape),
    nextCursor: t.nullable(t.text({ description: 'Goes on further back; null at the end' })),
  },
  { title: 'Mentions' }
)

export function mentionView(message: Entry, unread: boolean): Shaped<typeof mentionShape> {
  return { message: entryView(message), unread }
}
