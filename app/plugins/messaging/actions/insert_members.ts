import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { storedNow } from '../log/locked_conversation.js'
import type { MemberRole } from '../models/conversation.js'

const AT_ONCE = 500
/** Entries name so many people at most. */
export const MOST_NAMED = 200

interface Joining {
  readonly conversationId: number
  readonly userIds: readonly number[]
  readonly role: MemberRole
  /** The entry by which they join; 0 where none says so. */
  readonly seq: number
}

/** Whoever joins sees that, and has read it. */
export async function insertMembers(
  trx: TransactionClientContract,
  { conversationId, userIds, role, seq }: Joining
): Promise<void> {
  const values = { from_seq: Math.max(1, seq), read_seq: seq, created_at: storedNow() }
  const rows = userIds.map((userId) => {
    return { conversation_id: conversationId, user_id: userId, role, ...values }
  })
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await trx.table('conversation_members').multiInsert(rows.slice(from, from + AT_ONCE))
}

/** The content of an entry `joined`. */
export function joinedContent(userIds: readonly number[], name?: string) {
  const who = userIds.length > MOST_NAMED ? { count: userIds.length } : { userIds }
  return { ...who, name }
}

/** Whether the members after it follow from the entry. */
export function isNamed(userIds: readonly number[]): boolean {
  return userIds.length <= MOST_NAMED
}
