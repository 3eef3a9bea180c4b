import db from '@adonisjs/lucid/services/db'
import { E_NOT_FOUND, E_VALIDATION } from '#kernel/http/errors'
import { rowsOf } from '../statements.js'
import { clipped, firstOf, isWithin, lastOf, sizeOf, staysOf, type Stay } from '../rosters/stays.js'
import type { Shaped } from '#kernel/http/shape'
import { messageView, type historyShape } from '../transformers/message_transformer.js'
import { MESSAGE_COLUMNS, toStoredMessage, type StoredMessage } from '../writing/stored_message.js'

interface HistoryQuery {
  beforeSeq?: number
  afterSeq?: number
  limit?: number
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

    const stays = clipped(await this.#visible(userId, conversationId), {
      after: afterSeq ?? 0,
      upTo: (beforeSeq ?? Infinity) - 1,
    })
    const taken = afterSeq !== undefined ? firstOf(stays, limit) : lastOf(stays, limit)
    const messages = await this.#read(conversationId, taken)
    const wasRemoved = messages.length < sizeOf(taken)
    if (wasRemoved && again) return this.page(userId, conversationId, query, false)
    const hasMore = messages.length > 0 && sizeOf(taken) < sizeOf(stays)
    return { items: messages.map(messageView), hasMore }
  }

  /** @throws E_NOT_FOUND */
  async one(userId: number, conversationId: number, seq: number): Promise<StoredMessage> {
    const stays = await this.#visible(userId, conversationId)
    if (!isWithin(stays, seq)) throw new E_NOT_FOUND('No such message')
    const [message] = await this.#read(conversationId, [{ after: seq - 1, upTo: seq }])
    if (!message) throw new E_NOT_FOUND('No such message')
    return message
  }

  /** What of a conversation somebody may see: from when they joined to where they left, each time. */
  async #visible(userId: number, conversationId: number): Promise<Stay[]> {
    const [row] = await rowsOf(db.connection(), VISIBLE, [conversationId, userId])
    if (!row) throw new E_NOT_FOUND('No such conversation')
    return staysOf(row)
  }

  async #read(conversationId: number, stays: readonly Stay[]): Promise<StoredMessage[]> {
    const messages: StoredMessage[] = []
    for (const { after, upTo } of stays) {
      const rows = await rowsOf(db.connection(), READ, [conversationId, after, upTo])
      messages.push(...rows.map(toStoredMessage))
    }
    return messages
  }
}

const VISIBLE = `
  select m.joined_seq, m.left_seq, m.stays, c.last_seq, c.removed_seq
  from conversation_members m join conversations c on c.id = m.conversation_id
  where m.conversation_id = ? and m.user_id = ?`

const READ = `
  select ${MESSAGE_COLUMNS} from messages
  where conversation_id = ? and seq > ? and seq <= ? order by seq`
