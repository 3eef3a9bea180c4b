import db from '@adonisjs/lucid/services/db'
import { withStatementRetry } from '#kernel/database/main'

const PARTS = [
  'message_mentions',
  'message_reactions',
  'conversation_entries',
  'conversation_members',
] as const

/** No statement removes more: others wait for none of them. */
const AT_ONCE = 500

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
