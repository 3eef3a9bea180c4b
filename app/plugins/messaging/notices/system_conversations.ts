import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isConstraintConflict, toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'

const ATTEMPTS = 4

export const keyOfSystemConversation = (userId: number) => `system:${userId}`

/** The one conversation in which the service speaks to a person; made with the first notice. */
export class SystemConversations {
  /** User → conversation. */
  async of(userIds: readonly number[]): Promise<Map<number, number>> {
    for (let attempt = 1; ; attempt++) {
      const known = await this.#find(userIds)
      const missing = userIds.filter((userId) => !known.has(userId))
      if (missing.length === 0) return known
      try {
        await db.transaction((trx) => this.#insert(trx, missing))
      } catch (error) {
        if (attempt >= ATTEMPTS || !isConstraintConflict(error)) throw error
      }
    }
  }

  async #find(userIds: readonly number[]): Promise<Map<number, number>> {
    const rows = await db
      .from('conversations')
      .whereIn('pair_key', userIds.map(keyOfSystemConversation))
      .select('id', 'pair_key')
    return new Map(rows.map((row) => [Number(row.pair_key.split(':')[1]), Number(row.id)]))
  }

  async #insert(trx: TransactionClientContract, userIds: readonly number[]): Promise<void> {
    const created = { created_at: toStored(clock.now()) }
    const keys = userIds.map(keyOfSystemConversation)
    await trx
      .table('conversations')
      .multiInsert(keys.map((key) => ({ type: 'system', pair_key: key, ...created })))
    const rows = await trx.query().from('conversations').whereIn('pair_key', keys)
    const members = rows.map((row) => ({
      conversation_id: row.id,
      user_id: Number(row.pair_key.split(':')[1]),
      ...created,
    }))
    await trx.table('conversation_members').multiInsert(members)
  }
}
