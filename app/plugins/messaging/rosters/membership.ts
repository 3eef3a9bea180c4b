import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { E_NOT_FOUND } from '#kernel/errors/main'
import type { ConversationType } from '../models/conversation.js'
import { rowsOf } from '../statements.js'

/** What a present member may do in a conversation depends on. */
export interface Membership {
  readonly type: ConversationType
  readonly ownerId: number | null
}

/**
 * Asks for one row and takes no lock, however large the conversation is and whoever writes into it meanwhile.
 *
 * @throws E_NOT_FOUND for who is no present member: that it exists is not theirs to know
 */
export async function membershipOf(
  client: QueryClientContract,
  conversationId: number,
  userId: number
): Promise<Membership> {
  const [row] = await rowsOf(client, MEMBERSHIP, [conversationId, userId])
  if (!row) throw new E_NOT_FOUND('No such conversation')
  const { type, owner_id: ownerId } = row
  return { type: type as ConversationType, ownerId: ownerId === null ? null : Number(ownerId) }
}

/** Those of them who are present members. */
export async function presentAmong(
  client: QueryClientContract,
  conversationId: number,
  userIds: readonly number[]
): Promise<ReadonlySet<number>> {
  const present = await client
    .from('conversation_members')
    .where('conversation_id', conversationId)
    .whereIn('user_id', [...userIds])
    .whereNull('left_seq')
    .select('user_id')
  return new Set(present.map(({ user_id: userId }) => Number(userId)))
}

const MEMBERSHIP = `
  select c.type, c.owner_id
  from conversation_members m join conversations c on c.id = m.conversation_id
  where m.conversation_id = ? and m.user_id = ? and m.left_seq is null`
