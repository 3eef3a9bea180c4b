import { storedToIso, storedToIsoOrNull } from '#kernel/database/main'
import type { ContentType } from '../models/message.js'
import type { Row } from '../statements.js'

/** A message as it is kept: times are ISO 8601, `content` and `mentions` are JSON texts. */
export interface StoredMessage {
  id: number
  conversationId: number
  seq: number
  clientMessageId: string
  senderId: number | null
  contentType: ContentType
  content: string
  replyTo: number | null
  mentions: string | null
  createdAt: string
  recalledAt: string | null
}

const COLUMNS = [
  'id',
  'conversation_id',
  'seq',
  'client_message_id',
  'sender_id',
  'content_type',
  'content',
  'reply_to',
  'mentions',
  'created_at',
  'recalled_at',
]

export const MESSAGE_COLUMNS = COLUMNS.join(', ')

/** With something else in the place of what it says. */
export const messageColumnsWith = (content: string) =>
  COLUMNS.map((column) => (column === 'content' ? `${content} as content` : column)).join(', ')

export function toStoredMessage(row: Row): StoredMessage {
  return {
    id: Number(row.id),
    conversationId: Number(row.conversation_id),
    seq: Number(row.seq),
    clientMessageId: String(row.client_message_id),
    senderId: nullable(row.sender_id),
    contentType: row.content_type as ContentType,
    content: String(row.content),
    replyTo: nullable(row.reply_to),
    mentions: row.mentions === null ? null : String(row.mentions),
    createdAt: storedToIso(row.created_at),
    recalledAt: storedToIsoOrNull(row.recalled_at),
  }
}

function nullable(value: unknown): number | null {
  return value === null ? null : Number(value)
}

/** As JSON, with the content put in as it is kept; nobody sees the content of a recalled one. */
export function messageJson(message: StoredMessage): string {
  const { content, mentions, ...rest } = message
  const shown = message.recalledAt === null ? content : 'null'
  const plain = JSON.stringify({ ...rest })
  return `${plain.slice(0, -1)},"content":${shown},"mentions":${mentions ?? '[]'}}`
}

/** The frame that tells of a message; what the service itself says comes as a notice. */
export function messageFrame(message: StoredMessage): string {
  const type = message.contentType === 'notice' ? 'notice' : 'message'
  return `{"type":"${type}","message":${messageJson(message)}}`
}
