import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { currentReach } from '#kernel/acting/main'
import { t, type Shaped } from '#kernel/contracts/main'
import { E_FORBIDDEN } from '#kernel/errors/main'
import { People } from '#plugins/identity/main'
import { E_NOT_A_GROUP } from '#plugins/messaging/main'
import { conversationColumns, conversationListing } from './conversation_listing.js'

type ListQuery = Parameters<typeof conversationListing.page>[0]

export const conversationShape = t.object(
  { ...conversationColumns, members: t.integer({ minimum: 0 }) },
  { title: 'ModeratedConversation' }
)
type View = Shaped<typeof conversationShape>

/** What was said is also of those who have left. */
export type Concerned = 'present' | 'ever'

/** Conversations as moderators see them. */
@inject()
export class ModeratedConversations {
  constructor(private readonly people: People) {}

  async page(query: ListQuery) {
    const page = await conversationListing.page(query)
    const members = await memberCounts(page.items.map(({ id }) => id))
    const items = page.items.map((row): View => ({ ...row, members: members.get(row.id) ?? 0 }))
    return { ...page, items }
  }

  /** @throws E_NOT_FOUND where nobody within reach is in it */
  async find(id: number): Promise<View> {
    const found = await conversationListing.findOrFail(id, 'No such conversation')
    return { ...found, members: (await memberCounts([id])).get(id) ?? 0 }
  }

  /** @throws E_NOT_FOUND, E_NOT_A_GROUP */
  async findGroup(id: number): Promise<View> {
    const found = await this.find(id)
    if (found.type !== 'group') throw new E_NOT_A_GROUP()
    return found
  }

  /**
   * What is done with a conversation is done with everybody in it: all must be within reach. Whoever was deleted is within
   * everybody's.
   *
   * @throws E_FORBIDDEN
   */
  async assertReached(
    id: number,
    whom: Concerned,
    client: QueryClientContract = db.connection()
  ): Promise<void> {
    if (currentReach().kind === 'all') return
    const members = client.from('conversation_members').where('conversation_id', id)
    if (whom === 'present') void members.whereNull('to_seq')
    const userIds = (await members.select('user_id')).map((row) => Number(row.user_id))
    const existing = await this.people.cardsOf(userIds, client)
    const reached = await this.people.withinReach(userIds, client)
    if (reached.size < existing.size)
      throw new E_FORBIDDEN(
        'Somebody in this conversation is out of your reach; ask who reaches all of its members'
      )
  }
}

async function memberCounts(ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .from('conversation_members')
    .whereIn('conversation_id', [...ids])
    .whereNull('to_seq')
    .groupBy('conversation_id')
    .select('conversation_id')
    .count('* as members')
  return new Map(rows.map((row) => [Number(row.conversation_id), Number(row.members)]))
}
