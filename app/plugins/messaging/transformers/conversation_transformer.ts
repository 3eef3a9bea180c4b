import { storedToIso, storedToIsoOrNull } from '#kernel/database/main'
import { t, type Shaped } from '#kernel/contracts/main'
import type { Card } from '#plugins/identity/main'
import { numberOrNull, type Entry } from '../entries/entry.js'
import {
  CONVERSATION_TYPES,
  MEMBER_ROLES,
  type ConversationType,
  type MemberRole,
} from '../models/conversation.js'
import type { Row } from '../statements.js'
import { lastMessageShape, lastMessageView } from './entry_transformer.js'

/** Counting ends there: front ends show that there are more. */
export const MOST_UNREAD = 100

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
    name: t.nullable(t.text()),
    pictureFileId: t.nullable(t.id()),
    ownerId: t.nullable(t.id()),
    role: t.oneOf(MEMBER_ROLES),
    peer: t.nullable(personShape),
    firstSeq: t.integer({ minimum: 1, description: 'The first entry that one sees' }),
    lastSeq: t.integer({
      minimum: 0,
      description: 'The last one; of those who left, that they see',
    }),
    readSeq: t.integer({ minimum: 0 }),
    lastMessage: t.nullable(lastMessageShape),
    lastMessageAt: t.nullable(t.instant()),
    unread: t.integer({ minimum: 0, maximum: MOST_UNREAD, description: 'Counted so far at most' }),
    unreadMentions: t.integer({ minimum: 0, description: 'How many of the unread mention one' }),
    left: t.boolean(),
    closedAt: t.nullable(t.instant({ description: 'Since when nobody writes into it' })),
    mutedUntil: t.nullable(t.instant()),
    pinned: t.boolean(),
    archived: t.boolean(),
    markedUnread: t.boolean(),
    createdAt: t.instant(),
  },
  { title: 'Conversation' }
)

export function personView(card: Card | undefined): Shaped<typeof personShape> | null {
  if (!card) return null
  const { id, username, nickname, avatar, active } = card
  return { id, username, nickname, avatar, active }
}

interface Beside {
  peer: Card | undefined
  last: Entry | undefined
  unread: number
  unreadMentions: number
}

/** What happened after they left is not shown to those who left. */
export function conversationView(
  row: Row,
  { peer, last, unread, unreadMentions }: Beside
): Shaped<typeof conversationShape> {
  const left = row.to_seq !== null
  return {
    id: Number(row.id),
    type: row.type as ConversationType,
    name: row.name as string | null,
    pictureFileId: numberOrNull(row.picture_file_id),
    ownerId: numberOrNull(row.owner_id),
    role: row.role as MemberRole,
    peer: personView(peer),
    firstSeq: Math.max(Number(row.from_seq), Number(row.first_seq)),
    lastSeq: Number(row.to_seq ?? row.last_seq),
    readSeq: Number(row.read_seq),
    lastMessage: last ? lastMessageView(last) : null,
    lastMessageAt: left ? (last?.createdAt ?? null) : storedToIsoOrNull(row.last_message_at),
    unread,
    unreadMentions,
    left,
    closedAt: storedToIsoOrNull(row.closed_at),
    ...ownSettingsView(row),
    createdAt: storedToIso(row.created_at),
  }
}

/** What one member has decided for themselves. */
export function ownSettingsView(row: Row) {
  return {
    mutedUntil: storedToIsoOrNull(row.muted_until),
    pinned: Boolean(row.pinned),
    archived: Boolean(row.archived),
    markedUnread: Boolean(row.marked_unread),
  }
}
