import { t, type Shape } from '#kernel/contracts/main'
import { entryShape } from '../transformers/entry_transformer.js'

/** With members that depend on what it answers. */
const OPEN = { additionalProperties: true }

const id = () =>
  t.optional(t.json({ anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'As asked' }))
const frame = <Members extends Record<string, Shape>>(type: string, members: Members) =>
  t.object({ type: t.oneOf([type]), ...members })
const seq = () => t.integer({ minimum: 0 })
const limit = (description: string) => t.integer({ minimum: 1, description })

/** What the service sends, for the description of the protocol. */
export const serverFrames = {
  ready: frame('ready', {
    userId: t.id(),
    sessionId: t.id(),
    serverTime: t.instant(),
    epoch: t.text({ description: 'Another one than before: forget everything and load anew' }),
    limits: t.object({
      frameBytes: limit('Bytes of the largest frame of a client'),
      framesPerSecond: limit('Frames of one socket'),
      syncConversations: limit('Conversations in one frame `sync`'),
    }),
  }),
  ack: t.object({ type: t.oneOf(['ack']), id: id() }, OPEN),
  error: frame('error', {
    id: id(),
    code: t.integer({ description: 'As an HTTP status' }),
    reason: t.optional(t.text({ description: 'E_…' })),
    message: t.text(),
    errors: t.optional(t.array(t.json())),
  }),
  entries: frame('entries', {
    conversationId: t.id(),
    after: t.integer({ minimum: 0, description: 'What comes before them' }),
    seq: t.integer({ minimum: 1, description: 'Up to here, with those that are not for one' }),
    entries: t.array(entryShape),
  }),
  read: frame('read', { conversationId: t.id(), userId: t.id(), seq: seq() }),
  mine: frame('mine', {
    conversationId: t.id(),
    mutedUntil: t.nullable(t.instant()),
    pinned: t.boolean(),
    archived: t.boolean(),
    markedUnread: t.boolean(),
  }),
  typing: frame('typing', { conversationId: t.id(), userId: t.id() }),
  presence: frame('presence', {
    id: id(),
    users: t.array(
      t.object({ userId: t.id(), online: t.boolean(), lastSeen: t.nullable(t.instant()) })
    ),
  }),
  pong: frame('pong', { id: id(), serverTime: t.instant() }),
} as const
