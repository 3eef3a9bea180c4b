import db from '@adonisjs/lucid/services/db'
import { E_NOT_FOUND, E_VALIDATION } from '#kernel/http/errors'
import { rowsOf } from '../statements.js'
import { seenAfter } from '../rosters/seen_after.js'
import type { Shaped } from '#kernel/http/shape'
import { messageView, type historyShape } from '../transformers/message_transformer.js'
import { MESSAGE_COLUMNS, toStoredMessage, type StoredMessage } from '../writing/stored_message.js'

interface HistoryQuery {
  beforeSeq?: number
  afterSeq?: number
  limit?: number
}

/** What of a conversation somebody may see: after they joined, and up to where they left. */
interface Visible {
  after: number
  upTo: number
}

/** A conversation's messages for those who are or were its members. */
export class History {
  /** In order of `seq`; without an edge the last ones. Read once more where some were removed meanwhile. */
  async page(
    userId: number,
    conversationId: number,
    query: HistoryQuery,
    again = true
  ): Promise<Shaped<typeof historyShape>> {
    const { beforeSeq, afterSeq, limit = 50 } = query
    if (beforeSeq !== undefined && afterSeq !== undefined)
      throw new E_VALIDATION('Say beforeSeq or afterSeq, not both')

    const visible = await this.#visible(userId, conversationId)
    const after = Math.max(visible.after, afterSeq ?? 0)
    const upTo = Math.min(visible.upTo, (beforeSeq ?? Infinity) - 1)
    const forward = afterSeq !== undefined
    const edge = forward
      ? { after, upTo: Math.min(upTo, after + limit) }
      : { after: Math.max(after, upTo - limit), upTo }
    const messages = edge.upTo > edge.after ? await this.#read(conversationId, edge) : []
    const wasRemoved = messages.length < edge.upTo - edge.after
    if (wasRemoved && again) return this.page(userId, conversationId, query, false)
    const hasMore = forward ? edge.upTo < upTo : edge.after > after
    return { items: messages.map(messageView), hasMore: messages.length > 0 && hasMore }
  }

  /** @throws E_NOT_FOUND */
  async one(userId: number, conversationId: number, seq: number): Promise<StoredMessage> {
    const { after, upTo } = await this.#visible(userId, conversationId)
    if (seq <= after || seq > upTo) throw new E_NOT_FOUND('No such message')
    const [message] = await this.#read(conversationId, { after: seq - 1, upTo: seq })
    if (!message) throw new E_NOT_FOUND('No such message')
    return message
  }

  async #visible(userId: number, conversationId: number): Promise<Visible> {
    const [row] = await rowsOf(db.connection(), VISIBLE, [conversationId, userId])
    if (!row) throw new E_NOT_FOUND('No such conversation')
    return { after: seenAfter(row), upTo: Number(row.left_seq ?? row.last_seq) }
  }

  async #read(conversationId: number, { after, upTo }: Visible): Promise<StoredMessage[]> {
    const rows = await rowsOf(db.connection(), READ, [conversationId, after, upTo])
    return rows.map(toStoredMessage)
  }
}

const VISIBLE = `
  select m.joined_seq, m.left_seq, c.last_seq, c.removed_seq
  from conversation_members m join conversations c on c.id = m.conversation_id
  where m.conversation_id = ? and m.user_id = ?`

const READ = `
  select ${MESSAGE_COLUMNS} from messages
  where conversation_id = ? and seq > ? and seq <= ? order by seq`
