import type { Database } from '@adonisjs/lucid/database'
import { LRUCache } from 'lru-cache'
import { withRetry, isConstraintConflict } from '#kernel/database/main'
import { E_MEMBERSHIPS_FULL } from '../errors.js'
import Conversation from '../models/conversation.js'
import ConversationMember from '../models/conversation_member.js'
import { assertPlaces, holdPlaces } from '../rosters/places.js'
import { spendConversation } from '../rosters/quotas.js'
import type { ConversationChanges } from './conversation_changes.js'

const MOST_KEPT = 50_000

/** The one conversation of two people, made when the first of them writes. */
export class DirectConversations {
  readonly #known = new LRUCache<string, number>({ max: MOST_KEPT })

  constructor(
    private readonly db: Database,
    private readonly changes: ConversationChanges
  ) {}

  /** @param one who writes; @throws E_TOO_MANY_REQUESTS, E_MEMBERSHIPS_FULL where it is one conversation too many */
  async between(one: number, other: number): Promise<number> {
    const pairKey = one < other ? `${one}:${other}` : `${other}:${one}`
    const known = this.#known.get(pairKey)
    if (known) return known

    const id = (await this.#find(pairKey)) ?? (await this.#make(pairKey, one, other))
    this.#known.set(pairKey, id)
    return id
  }

  async #find(pairKey: string): Promise<number | undefined> {
    return (await Conversation.findBy('pairKey', pairKey))?.id
  }

  /** Both may write at the same time: the second finds what the first has made. */
  async #make(pairKey: string, one: number, other: number): Promise<number> {
    await spendConversation(one)
    try {
      return await this.changes.any(() => withRetry(5, () => this.#insert(pairKey, one, other)))
    } catch (error) {
      const mayBeThere = isConstraintConflict(error) || error instanceof E_MEMBERSHIPS_FULL
      const id = mayBeThere ? await this.#find(pairKey) : undefined
      if (id === undefined) throw error
      return id
    }
  }

  #insert(pairKey: string, one: number, other: number): Promise<number> {
    const userIds = [one, other]
    return this.db.transaction(async (trx) => {
      await holdPlaces(trx, userIds)
      await assertPlaces(trx, 'direct', { by: one, userIds, fieldOf: () => 'to' })
      const fresh = { type: 'direct' as const, pairKey, lastSeq: 0, memberVersion: 1 }
      const { id } = await Conversation.create(fresh, { client: trx })
      const members = userIds.map((userId) => ({
        conversationId: id,
        userId,
        role: 'member' as const,
      }))
      await ConversationMember.createMany(members, { client: trx })
      return id
    })
  }
}
