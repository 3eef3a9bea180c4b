import { t, type Shaped } from '#kernel/contracts/main'
import type { Excerpt } from './excerpt.js'
import type { StoredMessage } from '../writing/stored_message.js'
import { messageShape } from '../transformers/message_transformer.js'

const { conversationId, seq, senderId, contentType, createdAt } = messageShape.properties

export const hitShape = t.object(
  {
    messageId: t.id(),
    conversationId,
    seq,
    senderId,
    contentType,
    createdAt,
    excerpt: t.object({
      text: t.text({
        description:
          'Of the text, or the name of the file; `…` where something is left out. Empty where a message has neither',
        examples: ['Here is the invoice of May'],
      }),
      hit: t.nullable(
        t.object({
          from: t.integer({ minimum: 0, examples: [12] }),
          to: t.integer({ minimum: 0, examples: [19] }),
        })
      ),
    }),
  },
  { title: 'MessageHit' }
)

export const hitsShape = t.object(
  {
    items: t.array(hitShape),
    nextCursor: t.nullable(
      t.text({
        description:
          'Goes on further back, where not everything was looked at yet: there need be nothing more. null at the end',
      })
    ),
  },
  { title: 'MessageHits' }
)

export function hitView(message: StoredMessage, excerpt: Excerpt): Shaped<typeof hitShape> {
  const { id: messageId, conversationId: of, seq: place, senderId: by, contentType: type } = message
  return {
    messageId,
    conversationId: of,
    seq: place,
    senderId: by,
    contentType: type,
    createdAt: message.createdAt,
    excerpt,
  }
}
