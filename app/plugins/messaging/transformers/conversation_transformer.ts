import { storedToIso, storedToIsoOrNull } from '#kernel/database/main'
import { t, type Shaped } from '#kernel/contracts/main'
import type { Card } from '#plugins/identity/main'
import { CONVERSATION_TYPES } from '../models/conversation.js'
import { seenAfter } from '../rosters/seen_after.js'
import type { Row } from '../statements.js'
import { lastMessageShape, lastMessageView, type LastMessage } from './last_message.js'

export const personShape = t.object(
  {
    id: t.id(),
    username: t.text(),
    nickname: t.text(),
    avatar: t.nullable(t.text()),
    active: t.boolean(),
  },
  { title: 'Person' }
)

export const conversationShape = t.object(
  {
    id: t.id(),
    type: t.oneOf(CONVERSATION_TYPES),
    title: t.nullable(t.text()),
    ownerId: t.nullable(t.id()),
    peer: t.nullable(personShape),
    lastSeq: t.integer({ minimum: 0 }),
    lastMessage: t.nullable(lastMessageShape),
    lastMessageAt: t.nullable(t.instant()),
    closedAt: t.nullable(t.instant({ description: 'Since when nobody writes into it' })),
    joinedSeq: t.integer({
      minimum: 0,
      description:
        'Messages after it are seen: those before came earlier than the member, or are removed',
    }),
    readSeq: t.integer({ minimum: 0 }),
    leftSeq: t.nullable(
      t.integer({ minimum: 0, description: 'Who has left sees nothing after it; null for members' })
    ),
    unread: t.integer({ minimum: 0 }),
    unreadMentions: t.integer({
      minimum: 0,
      description: 'How many of the unread mention one',
    }),
    muted: t.boolean(),
    createdAt: t.instant(),
  },
  { title: 'Conversation' }
)

export const memberShape = t.object(
  {
    userId: t.id(),
    role: t.oneOf(['owner', 'member']),
    person: t.nullable(personShape),
    readSeq: t.integer({ minimum: 0 }),
    joinedAt: t.instant(),
  },
  { title: 'Member' }
)

export function personView(card: Card | undefined): Shaped<typeof personShape> | null {
  if (!card) return null
  const { id, username, nickname, avatar, active } = card
  return { id, username, nickname, avatar, active }
}

interface Beside {
  peer: Card | undefined
  last: LastMessage | undefined
  unread: number
  unreadMentions: number
}

export function conversationView(
  row: Row,
  { peer, last, unread, unreadMentions }: Beside
): Shaped<typeof conversationShape> {
  const joinedSeq = seenAfter(row)
  const [lastSeq, readSeq] = [row.last_seq, row.read_seq].map(Number)
  return {
    id: Number(row.id),
    type: row.type as 'direct',
    title: row.title as string | null,
    ownerId: row.owner_id === null ? null : Number(row.owner_id),
    peer: personView(peer),
    lastSeq: lastSeq!,
    lastMessage: last ? lastMessageView(last) : null,
    lastMessageAt: storedToIsoOrNull(row.last_message_at),
    closedAt: storedToIsoOrNull(row.closed_at),
    joinedSeq,
    readSeq: readSeq!,
    leftSeq: row.left_seq === null ? null : Number(row.left_seq),
    unread,
    unreadMentions,
    muted: Boolean(row.muted),
    createdAt: storedToIso(row.created_at),
  }
}

export function memberView(row: Row, card: Card | undefined): Shaped<typeof memberShape> {
  return {
    userId: Number(row.user_id),
    role: row.role as 'owner',
    person: personView(card),
    readSeq: Number(row.read_seq),
    joinedAt: storedToIso(row.created_at),
  }
}
