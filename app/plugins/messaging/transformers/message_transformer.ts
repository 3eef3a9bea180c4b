import { t, type Shaped } from '#kernel/contracts/main'
import { CONTENT_TYPES } from '../models/message.js'
import type { StoredMessage } from '../writing/stored_message.js'

export const messageShape = t.object(
  {
    id: t.id(),
    conversationId: t.id(),
    seq: t.integer({
      minimum: 1,
      description: 'Counts on from 1 in each conversation, without gaps',
    }),
    clientMessageId: t.text(),
    senderId: t.nullable(t.id()),
    contentType: t.oneOf([...CONTENT_TYPES, 'notice'] as const),
    content: t.json({ description: 'As it was sent; null once it is recalled' }),
    replyTo: t.nullable(t.integer({ description: 'seq of the message that this one answers' })),
    mentions: t.array(t.id()),
    createdAt: t.instant(),
    recalledAt: t.nullable(t.instant()),
  },
  { title: 'Message' }
)

export type MessageView = Shaped<typeof messageShape>

export function messageView(message: StoredMessage): MessageView {
  const { content, mentions, ...rest } = message
  return {
    ...rest,
    content: message.recalledAt === null ? (JSON.parse(content) as unknown) : null,
    mentions: mentions === null ? [] : (JSON.parse(mentions) as number[]),
  }
}

export const historyShape = t.object(
  {
    items: t.array(messageShape),
    hasMore: t.boolean({
      description:
        'Whether there are more in the direction that was asked for; around a message, in either',
    }),
    hasBefore: t.boolean({ description: 'Whether there are more before the first of these' }),
    hasAfter: t.boolean({ description: 'Whether there are more after the last of these' }),
  },
  { title: 'MessageHistory' }
)
