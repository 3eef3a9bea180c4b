import db from '@adonisjs/lucid/services/db'
import { E_NOT_FOUND, E_VALIDATION } from '#kernel/errors/main'
import type { Shaped } from '#kernel/contracts/main'
import { MessageLog } from '../delivery/message_log.js'
import { rowsOf } from '../statements.js'
import { clipped, firstOf, isWithin, lastOf, sizeOf, staysOf, type Stay } from '../rosters/stays.js'
import { messageView, type historyShape } from '../transformers/message_transformer.js'
import type { StoredMessage } from '../writing/stored_message.js'
import { firstWithin, lastWithin, PAGE_BYTES } from './within_bytes.js'

interface HistoryQuery {
  beforeSeq?: number
  afterSeq?: number
  aroundSeq?: number
  limit?: number
}

/** A conversation's messages for those who are or were its members. */
export class History {
  /** In order of `seq`; without a place the last ones. Read once more where some were removed meanwhile. */
  async page(
    userId: number,
    conversationId: number,
    query: HistoryQuery,
    again = true
  ): Promise<Shaped<typeof historyShape>> {
    assertOneEdge(query)
    const visible = await this.#visible(userId, conversationId)
    const taken = takenOf(visible, query)
    const found = await this.#read(conversationId, taken)
    const wasRemoved = found.length < sizeOf(taken)
    if (wasRemoved && again) return this.page(userId, conversationId, query, false)
    const messages = fitting(found, query)
    return { items: messages.map(messageView), ...moreBeside(messages, visible, query) }
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
    return new MessageLog(db).spans(stays.map((stay) => ({ conversationId, ...stay })))
  }
}

function assertOneEdge({ beforeSeq, afterSeq, aroundSeq }: HistoryQuery): void {
  const edges = [beforeSeq, afterSeq, aroundSeq].filter((edge) => edge !== undefined)
  if (edges.length > 1)
    throw new E_VALIDATION('Say one of beforeSeq, afterSeq and aroundSeq, not several')
}

/** Around a place half comes up to it, with what stands there, and half after it. */
function takenOf(stays: readonly Stay[], query: HistoryQuery): Stay[] {
  const { beforeSeq, afterSeq, aroundSeq, limit = 50 } = query
  if (afterSeq !== undefined) return firstOf(clipped(stays, { after: afterSeq }), limit)
  if (aroundSeq === undefined)
    return lastOf(clipped(stays, { upTo: (beforeSeq ?? Infinity) - 1 }), limit)

  const half = Math.ceil(limit / 2)
  const upTo = lastOf(clipped(stays, { upTo: aroundSeq }), half)
  return [...upTo, ...firstOf(clipped(stays, { after: aroundSeq }), limit - half)]
}

/** What does not fit into a page is cut off where it is farthest from the place. */
function fitting(found: StoredMessage[], { afterSeq, aroundSeq }: HistoryQuery): StoredMessage[] {
  if (afterSeq !== undefined) return firstWithin(found, PAGE_BYTES)
  if (aroundSeq === undefined) return lastWithin(found, PAGE_BYTES)

  const upTo = found.filter(({ seq }) => seq <= aroundSeq)
  const after = found.slice(upTo.length)
  return [...lastWithin(upTo, PAGE_BYTES / 2), ...firstWithin(after, PAGE_BYTES / 2)]
}

function moreBeside(
  messages: readonly StoredMessage[],
  stays: readonly Stay[],
  query: HistoryQuery
) {
  const [first, last] = [messages.at(0), messages.at(-1)]
  const hasBefore = first !== undefined && clipped(stays, { upTo: first.seq - 1 }).length > 0
  const hasAfter = last !== undefined && clipped(stays, { after: last.seq }).length > 0
  const { afterSeq, aroundSeq } = query
  const either = aroundSeq !== undefined && (hasBefore || hasAfter)
  return { hasMore: either || (afterSeq === undefined ? hasBefore : hasAfter), hasBefore, hasAfter }
}

const VISIBLE = `
  select m.joined_seq, m.left_seq, m.stays, c.last_seq, c.removed_seq
  from conversation_members m join conversations c on c.id = m.conversation_id
  where m.conversation_id = ? and m.user_id = ?`
