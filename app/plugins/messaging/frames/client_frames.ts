import { t, type Shape, type Shaped, LARGEST_ID } from '#kernel/contracts/main'
import { CONTENT_TYPES } from '../models/message.js'
import { RECALL_POSITION } from '../recalls/recall_position.js'

const id = () => t.integer({ minimum: 1, maximum: LARGEST_ID })
const seq = () => t.integer({ minimum: 0, maximum: LARGEST_ID })
const ids = (most: number) => t.array(id(), { maxItems: most })

/** Members that are not named are not looked at, a `senderId` for instance. */
const frame = <const Type extends string, Members extends Record<string, Shape>>(
  type: Type,
  members: Members
) =>
  t.object(
    { type: t.oneOf([type]), id: t.optional(t.json(FRAME_ID)), ...members },
    { additionalProperties: true }
  )

const position = () =>
  t.object(
    {
      id: id(),
      seq: seq(),
      createdAt: t.optional(
        t.text({
          maxLength: 40,
          description: 'Of the message at seq: tells it from another that was given its number',
        })
      ),
    },
    { additionalProperties: true }
  )

const FRAME_ID = {
  anyOf: [
    { type: 'string', maxLength: 64 },
    { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  ],
  description: 'Repeated by the answer',
}

export const clientFrames = {
  auth: frame('auth', { token: t.text({ maxLength: 4_096 }) }),
  ping: frame('ping', {}),
  send: frame('send', {
    clientMessageId: t.text({
      pattern: '^[\\x21-\\x7e]{1,64}$',
      description: 'Chosen by the client; a repeat stores nothing and is answered alike',
    }),
    conversationId: t.optional(id()),
    to: t.optional(id()),
    contentType: t.oneOf(CONTENT_TYPES),
    content: t.json(),
    replyTo: t.optional(t.integer({ minimum: 1, maximum: LARGEST_ID })),
    mentions: t.optional(ids(50)),
  }),
  recall: frame('recall', {
    messageId: t.optional(id()),
    conversationId: t.optional(id()),
    seq: t.optional(t.integer({ minimum: 1, maximum: LARGEST_ID })),
  }),
  read: frame('read', { conversationId: id(), seq: seq() }),
  typing: frame('typing', { conversationId: id() }),
  sync: frame('sync', {
    conversations: t.array(position(), { maxItems: 500 }),
    since: t.optional(
      t.text({
        maxLength: 40,
        description:
          'serverTime of the last contact: conversations that were begun since come whole',
      })
    ),
    recalls: t.optional(
      t.text({
        pattern: RECALL_POSITION,
        description:
          'From the ack before: recalls since then come; without it, those since `since`',
      })
    ),
  }),
  presence: frame('presence', { userIds: ids(200), watch: t.optional(t.boolean()) }),
} as const

export type FrameType = keyof typeof clientFrames
export type ClientFrame<Type extends FrameType> = Shaped<(typeof clientFrames)[Type]>
export type FrameId = string | number | undefined

export function isFrameType(type: unknown): type is FrameType {
  return typeof type === 'string' && Object.hasOwn(clientFrames, type)
}
