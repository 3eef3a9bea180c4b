import { E_NOT_FOUND } from '#kernel/errors/main'
import type { ConversationType, MemberRole } from '../models/conversation.js'
import { anyOf, read, severally, type Row } from '../statements.js'

/** Somebody's part in a conversation, now or before. */
export interface Membership {
  readonly conversationId: number
  readonly type: ConversationType
  readonly role: MemberRole
  readonly hasLeft: boolean
  /** What they see: from the first entry to the last. */
  readonly fromSeq: number
  readonly toSeq: number
  readonly readSeq: number
  /** Of the conversation. */
  readonly lastSeq: number
}

/**
 * Reads one row and takes no lock, whatever the size of the conversation.
 *
 * @throws E_NOT_FOUND for whoever is no member, who must not learn that it exists
 */
export async function membershipOf(conversationId: number, userId: number): Promise<Membership> {
  const membership = await everMembershipOf(conversationId, userId)
  if (membership.hasLeft) throw new E_NOT_FOUND('No such conversation')
  return membership
}

/** The same, also of those who have left. @throws E_NOT_FOUND */
export async function everMembershipOf(
  conversationId: number,
  userId: number
): Promise<Membership> {
  const sql = `${MEMBERSHIPS} and m.conversation_id = ?`
  const [row] = await read(sql, [userId, conversationId])
  if (!row) throw new E_NOT_FOUND('No such conversation')
  return toMembership(row)
}

/** Of all conversations in which somebody is a member, in order of conversation. */
export async function membershipsOf(userId: number): Promise<Membership[]> {
  const sql = `${MEMBERSHIPS} and m.to_seq is null order by m.conversation_id`
  return (await read(sql, [userId])).map(toMembership)
}

/** Of all conversations in which somebody is a member or was, in order of conversation. */
export async function everMembershipsOf(userId: number): Promise<Membership[]> {
  return (await read(`${MEMBERSHIPS} order by m.conversation_id`, [userId])).map(toMembership)
}

/** Of those that are named, where they are a member or were. */
export async function membershipsAmong(
  userId: number,
  conversationIds: readonly number[]
): Promise<Map<number, Membership>> {
  const rows = await readAmong(conversationIds.map((id) => [userId, id]))
  return new Map(rows.map(toMembership).map((one) => [one.conversationId, one]))
}

/** Entries that were removed because of their age are seen by nobody. */
function toMembership(row: Row): Membership {
  const lastSeq = Number(row.last_seq)
  const hasLeft = row.to_seq !== null
  return {
    conversationId: Number(row.conversation_id),
    type: row.type as ConversationType,
    role: row.role as MemberRole,
    hasLeft,
    fromSeq: Math.max(Number(row.from_seq), Number(row.first_seq)),
    toSeq: hasLeft ? Number(row.to_seq) : lastSeq,
    readSeq: Number(row.read_seq),
    lastSeq,
  }
}

const FROM = `
  select m.conversation_id, c.type, m.role, m.from_seq, m.to_seq, m.read_seq, c.last_seq, c.first_seq
  from conversation_members m join conversations c on c.id = m.conversation_id and c.deleted_at is null`

const MEMBERSHIPS = `${FROM} where m.user_id = ?`

const readAmong = severally(
  (places) => `${FROM} where ${anyOf(places, 'm.user_id = ? and m.conversation_id = ?')}`
)
