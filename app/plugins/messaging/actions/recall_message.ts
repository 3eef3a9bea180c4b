import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { storedToIso, toStored } from '#kernel/database/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import type { PostOffice } from '../delivery/post_office.js'
import { recalledFrame } from '../delivery/recalled_frame.js'
import { E_RECALL_REFUSED } from '../errors.js'
import type { MessagingConfig } from '../messaging_config.js'
import Message from '../models/message.js'
import { maySee, type Roster } from '../rosters/roster.js'
import type { Rosters } from '../rosters/rosters.js'
import { rowsOf } from '../statements.js'
import { toStoredMessage, type StoredMessage } from '../writing/stored_message.js'

/** Takes a message back: what it said is gone for good, its place in the conversation stays. */
export class RecallMessage {
  constructor(
    private readonly db: Database,
    private readonly rosters: Rosters,
    private readonly post: PostOffice,
    private readonly config: MessagingConfig
  ) {}

  /** Recalling twice changes nothing. */
  async handle(userId: number, which: { id: number } | { conversationId: number; seq: number }) {
    const message = await this.#seen(userId, which)
    if (message.recalledAt === null) await this.#recall(userId, message)
    const { conversationId, seq, id: messageId, recalledAt } = message
    return { conversationId, seq, messageId, recalledAt }
  }

  async #recall(userId: number, message: StoredMessage): Promise<void> {
    const age = clock.now() - Date.parse(message.createdAt)
    if (message.senderId !== userId || age > this.config.recallSeconds * 1000)
      throw new E_RECALL_REFUSED()

    message.recalledAt = await this.db.transaction((trx) => this.#erase(trx, message))
    await this.post.tell({
      conversationId: message.conversationId,
      frame: recalledFrame(message),
    })
  }

  /** Resolves to when it was recalled. */
  async #erase(
    trx: TransactionClientContract,
    { id, conversationId, seq }: StoredMessage
  ): Promise<string> {
    const at = toStored(clock.now())
    const changed = await trx
      .query()
      .from('messages')
      .where({ id })
      .whereNull('recalled_at')
      .update({ recalled_at: at, content: 'null', mentions: null })
    if (Number(changed) === 0) return this.#recalledAt(trx, id)
    const place = { conversation_id: conversationId, seq }
    await trx.query().from('message_files').where(place).delete()
    await trx.query().from('message_mentions').where(place).delete()
    await rowsOf(
      trx,
      'insert into message_recalls (conversation_id, seq, recalled_at) values (?, ?, ?)',
      [conversationId, seq, at]
    )
    return storedToIso(at)
  }

  /** Somebody was faster. */
  async #recalledAt(trx: TransactionClientContract, id: number): Promise<string> {
    const row = await trx.query().from('messages').where({ id }).firstOrFail()
    return storedToIso(row.recalled_at)
  }

  /** @throws E_NOT_FOUND alike for what is not there and for what they may not see: that it exists is not theirs to know */
  async #seen(userId: number, which: Record<string, number>): Promise<StoredMessage> {
    const [row] = await Message.query().where(which).pojo<Record<string, unknown>>()
    if (!row) throw noSuchMessage()
    const message = toStoredMessage(row)
    const roster = await this.#rosterOf(message, userId)
    if (!maySee(roster, userId, message.seq)) throw noSuchMessage()
    return message
  }

  async #rosterOf({ conversationId }: StoredMessage, userId: number): Promise<Roster> {
    try {
      return await this.rosters.forMember(conversationId, userId)
    } catch (error) {
      throw error instanceof E_NOT_FOUND ? noSuchMessage() : error
    }
  }
}

function noSuchMessage() {
  return new E_NOT_FOUND('No such message')
}
