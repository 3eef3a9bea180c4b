import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored, withRetry } from '#kernel/database/main'
import { clock } from '#kernel/state/main'

const ATTEMPTS = 4

export const keyOfSystemConversation = (userId: number) => `system:${userId}`

/** The one conversation in which the service speaks to a person; made with the first notice. */
export class SystemConversations {
  /** User → conversation. */
  async of(userIds: readonly number[]): Promise<Map<number, number>> {
    const known = await this.#find(userIds)
    const missing = userIds.filter((userId) => !known.has(userId))
    if (missing.length === 0) return known
    await withRetry(ATTEMPTS, () => db.transaction((trx) => this.#insert(trx, missing)))
    return this.#find(userIds)
  }

  async #find(userIds: readonly number[]): Promise<Map<number, number>> {
    const rows = await db
      .from('conversations')
      .whereIn('pair_key', userIds.map(keyOfSystemConversation))
      .select('id', 'pair_key')
    return new Map(rows.map((row) => [Number(row.pair_key.split(':')[1]), Number(row.id)]))
  }

  /** Another node may do the same. */
  async #insert(trx: TransactionClientContract, userIds: readonly number[]): Promise<void> {
    const created = { created_at: toStored(clock.now()) }
    const keys = userIds.map(keyOfSystemConversation)
    const conversations = keys.map((key) => ({ type: 'system', pair_key: key, ...created }))
    await trx
      .table('conversations')
      .multiInsert(conversations)
      .onConflict('pair_key')
      .merge(['pair_key'])
    const rows = await trx.query().from('conversations').whereIn('pair_key', keys)
    const members = rows.map(({ id, pair_key: key }) => {
      return { conversation_id: id, user_id: Number(key.split(':')[1]), ...created }
    })
    const inserting = trx.table('conversation_members').multiInsert(members)
    await inserting.onConflict(['conversation_id', 'user_id']).merge(['user_id'])
  }
}
