import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { LRUCache } from 'lru-cache'
import { isConstraintConflict } from '#kernel/database/main'
import { refusals } from '../errors.js'
import { ConversationLedger } from '../log/conversation_ledger.js'
import Conversation from '../models/conversation.js'
import { assertMembershipsLeft } from '../rosters/membership_limit.js'
import { spendQuota } from '../rosters/quotas.js'
import { insertMembers } from './insert_members.js'

const MOST_CACHED = 50_000

/** The one conversation of two people, made when the first of them writes. */
@inject()
export class DirectConversations {
  readonly #known = new LRUCache<string, number>({ max: MOST_CACHED })

  constructor(private readonly ledger: ConversationLedger) {}

  /** @param one who writes; @throws E_TOO_MANY_REQUESTS, E_MEMBERSHIPS_FULL where it is one conversation too many */
  async between(one: number, other: number): Promise<number> {
    const pairKey = one < other ? `${one}:${other}` : `${other}:${one}`
    const known = this.#known.get(pairKey)
    if (known) return known

    const id = (await find(pairKey)) ?? (await this.#create(pairKey, one, other))
    this.#known.set(pairKey, id)
    return id
  }

  clear(): void {
    this.#known.clear()
  }

  /** Both may write at the same time: the second finds what the first has made. */
  async #create(pairKey: string, one: number, other: number): Promise<number> {
    await spendQuota('conversations', one)
    try {
      return await this.ledger.create((trx) => insert(trx, pairKey, [one, other]))
    } catch (error) {
      const mayBeThere = isConstraintConflict(error) || error instanceof refusals.E_MEMBERSHIPS_FULL
      const id = mayBeThere ? await find(pairKey) : undefined
      if (id === undefined) throw error
      return id
    }
  }
}

async function find(pairKey: string): Promise<number | undefined> {
  const row = await db.from('conversations').where('pair_key', pairKey).select('id').first()
  return row ? Number(row.id) : undefined
}

async function insert(
  trx: TransactionClientContract,
  pairKey: string,
  userIds: [number, number]
): Promise<number> {
  await assertMembershipsLeft(trx, 'direct', { by: userIds[0], userIds, fieldOf: () => 'to' })
  const { id } = await Conversation.create({ type: 'direct', pairKey }, { client: trx })
  await insertMembers(trx, { conversationId: id, userIds, role: 'member', seq: 0 })
  return id
}
