import { t, type Shape } from '#kernel/contracts/main'
import { messageShape } from '../transformers/message_transformer.js'

/** With members that depend on what it is about. */
const OPEN = { additionalProperties: true }

const CHANGES = [
  ...(['created', 'renamed', 'owner', 'joined', 'left'] as const),
  ...(['closed', 'opened', 'deleted'] as const),
] as const

const id = () =>
  t.optional(t.json({ anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'As asked' }))
const frame = <Members extends Record<string, Shape>>(type: string, members: Members) =>
  t.object({ type: t.oneOf([type]), ...members })
const seq = () => t.integer({ minimum: 0 })

/** What the service sends, for the description of the protocol. */
export const serverFrames = {
  ready: frame('ready', {
    userId: t.id(),
    sessionId: t.id(),
    serverTime: t.instant(),
    frameBytes: t.integer({ minimum: 1, description: 'The largest frame of a client, in bytes' }),
  }),
  ack: t.object({ type: t.oneOf(['ack']), id: id() }, OPEN),
  error: frame('error', {
    id: id(),
    code: t.integer({ description: 'As an HTTP status' }),
    reason: t.optional(t.text({ description: 'E_…' })),
    message: t.text(),
    errors: t.optional(t.array(t.json())),
  }),
  message: frame('message', { message: messageShape }),
  notice: frame('notice', { message: messageShape }),
  recalled: frame('recalled', {
    conversationId: t.id(),
    seq: seq(),
    messageId: t.id(),
    senderId: t.nullable(t.id()),
    recalledAt: t.instant(),
  }),
  read: frame('read', { conversationId: t.id(), userId: t.id(), seq: seq() }),
  typing: frame('typing', { conversationId: t.id(), userId: t.id() }),
  presence: frame('presence', {
    id: id(),
    users: t.array(
      t.object({ userId: t.id(), online: t.boolean(), lastSeen: t.nullable(t.instant()) })
    ),
  }),
  conversation: t.object(
    {
      type: t.oneOf(['conversation']),
      conversationId: t.id(),
      change: t.oneOf(CHANGES),
      by: t.id(),
    },
    OPEN
  ),
  pong: frame('pong', { id: id(), serverTime: t.instant() }),
} as const
