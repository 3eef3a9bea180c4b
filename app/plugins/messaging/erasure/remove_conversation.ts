import db from '@adonisjs/lucid/services/db'
import { withStatementRetry } from '#kernel/database/main'
import { MOST_NAMED } from '../actions/insert_members.js'
import { storedNow, type LockedConversation } from '../log/locked_conversation.js'

const PARTS = [
  'message_mentions',
  'message_reactions',
  'conversation_entries',
  'conversation_members',
] as const

/** No statement removes more: others wait for none of them. */
const AT_ONCE = 500

/**
 * Takes everybody out of a conversation, and lets nobody find it any more. Those who are online are told; for the others it is
 * gone at their next sync. After the commit `removeConversation` removes what is left.
 */
export async function markDeleted(conversation: LockedConversation, actorId: number | null) {
  const members = await conversation.members().whereNull('to_seq').select('user_id')
  const present = members.map((row) => Number(row.user_id))
  for (let from = 0; from < present.length; from += MOST_NAMED) {
    const content = { userIds: present.slice(from, from + MOST_NAMED) }
    await conversation.append({ kind: 'left', actorId, content })
  }
  await conversation.members().delete()
  await conversation.update({ deleted_at: storedNow(), owner_id: null })
}

/** What is left of a conversation that is marked as deleted, in small pieces, and then itself. */
export async function removeConversation(id: number): Promise<void> {
  for (const table of PARTS) {
    let removed: number
    do removed = await withStatementRetry(() => removeSome(table, id))
    while (removed > 0)
  }
  await db.from('conversations').where({ id }).whereNotNull('deleted_at').delete()
}

/** Those of which something is left because the process ended meanwhile. */
export async function removeDeleted(): Promise<void> {
  const rows = await db.from('conversations').whereNotNull('deleted_at').select('id')
  for (const { id } of rows) await removeConversation(Number(id))
}

async function removeSome(table: (typeof PARTS)[number], id: number): Promise<number> {
  const rows = await db.from(table).where('conversation_id', id).limit(AT_ONCE).select('id')
  const ids = rows.map((row) => Number(row.id))
  if (ids.length > 0) await db.from(table).whereIn('id', ids).delete()
  return ids.length
}
