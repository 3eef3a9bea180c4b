import { t, type Shaped } from '#kernel/contracts/main'
import type { Entry } from '../entries/entry.js'
import { CONTENT_TYPES } from '../entries/kinds.js'
import type { Excerpt } from './excerpt.js'

export const hitShape = t.object(
  {
    messageId: t.id(),
    conversationId: t.id(),
    seq: t.integer({ minimum: 1 }),
    actorId: t.nullable(t.id()),
    contentType: t.oneOf([...CONTENT_TYPES, 'notice'] as const),
    createdAt: t.instant(),
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
      t.text({ description: 'Goes on further back, also from a page with few hits or none' })
    ),
  },
  { title: 'MessageHits' }
)

export function hitView(message: Entry, excerpt: Excerpt): Shaped<typeof hitShape> {
  const { id: messageId, conversationId, seq, actorId, contentType, createdAt } = message
  const place = { messageId, conversationId, seq, actorId, createdAt }
  return { ...place, contentType: contentType!, excerpt }
}
