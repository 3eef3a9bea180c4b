import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { t, type Shaped } from '#kernel/contracts/main'
import { E_NOT_A_GROUP } from '../errors.js'
import { CONVERSATION_TYPES } from '../models/conversation.js'
import { conversationListing } from './conversation_listing.js'
import { MembersWithinReach } from './members_within_reach.js'

type ListQuery = Parameters<typeof conversationListing.page>[0]
type Columns = NonNullable<Awaited<ReturnType<typeof conversationListing.find>>>

export const administeredShape = t.object(
  {
    id: t.id(),
    type: t.oneOf(CONVERSATION_TYPES),
    title: t.nullable(t.text()),
    ownerId: t.nullable(t.id()),
    ownerName: t.nullable(t.text()),
    members: t.integer({ minimum: 0, description: 'Present ones' }),
    messages: t.integer({
      minimum: 0,
      description: 'Recalled ones among them, without those that were removed with age',
    }),
    lastMessageAt: t.nullable(t.instant()),
    closedAt: t.nullable(t.instant()),
    createdAt: t.instant(),
  },
  { title: 'AdministeredConversation' }
)

/** What was said is also of those who have left. */
export type Concerned = 'present' | 'ever'

type Administered = Shaped<typeof administeredShape>

/** Conversations as who administers them sees them: one statement for a page, and one for its members. */
@inject()
export class AdministeredConversations {
  constructor(private readonly reach: MembersWithinReach) {}

  async page(query: ListQuery) {
    const page = await conversationListing.page(query)
    return { ...page, items: await this.#views(page.items) }
  }

  /** @throws E_NOT_FOUND where nobody within reach is in it */
  async find(id: number): Promise<Administered> {
    const found = await conversationListing.findOrFail(id, 'No such conversation')
    const [view] = await this.#views([found])
    return view!
  }

  /**
   * A group with which whoever acts may do something; asked before anything is locked.
   *
   * @param whom it is done with everybody who is in it, or with everybody who ever was
   * @throws E_NOT_FOUND, E_NOT_A_GROUP, E_FORBIDDEN
   */
  async findGroup(id: number, whom: Concerned = 'present'): Promise<Columns> {
    const found = await conversationListing.findOrFail(id, 'No such conversation')
    if (found.type !== 'group') throw new E_NOT_A_GROUP()
    await this.reach.assertAll(await membersIn(id, whom))
    return found
  }

  /** The same of the members alone, as a transaction sees them. @throws E_FORBIDDEN */
  async assertReached(id: number, whom: Concerned, trx: QueryClientContract): Promise<void> {
    await this.reach.assertAll(await membersIn(id, whom, trx), trx)
  }

  async #views(rows: readonly Columns[]): Promise<Administered[]> {
    const members = await membersOf(rows.map(({ id }) => id))
    return rows.map(({ lastSeq, removedSeq, ...row }) => ({
      ...row,
      members: members.get(row.id) ?? 0,
      messages: lastSeq - removedSeq,
    }))
  }
}

async function membersIn(
  conversationId: number,
  whom: Concerned,
  client: QueryClientContract = db.connection()
): Promise<number[]> {
  const members = client.from('conversation_members').where('conversation_id', conversationId)
  if (whom === 'present') void members.whereNull('left_seq')
  const rows = await members.select('user_id')
  return rows.map((row) => Number(row.user_id))
}

async function membersOf(ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .from('conversation_members')
    .whereIn('conversation_id', [...ids])
    .whereNull('left_seq')
    .groupBy('conversation_id')
    .select('conversation_id')
    .count('* as members')
  return new Map(rows.map((row) => [Number(row.conversation_id), Number(row.members)]))
}
