import { t, type Shaped } from '#kernel/contracts/main'
import type { StoredMessage } from '../writing/stored_message.js'
import { messageShape, messageView } from './message_transformer.js'

export const mentionShape = t.object(
  {
    message: messageShape,
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

export function mentionView(message: StoredMessage, unread: boolean): Shaped<typeof mentionShape> {
  return { message: messageView(message), unread }
}
