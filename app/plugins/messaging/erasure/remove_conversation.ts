import db from '@adonisjs/lucid/services/db'
import { withStatementRetry } from '#kernel/database/main'
import { PARTS, removePart, type Part } from './conversation_parts.js'

/** No statement removes more: others wait for none of them. */
const AT_ONCE = 500

/** What is left of a conversation that is noted as deleted, in small pieces, and then itself. */
export async function removeConversation(id: number): Promise<void> {
  for (const table of PARTS) await removeAll(table, id)
  await db.from('conversations').where({ id }).whereNotNull('deleted_at').delete()
}

async function removeAll(table: Part, id: number): Promise<void> {
  let removed: number
  do {
    removed = await withStatementRetry(() =>
      removePart(db.connection(), table, { id, most: AT_ONCE })
    )
  } while (removed > 0)
}

/** Those of which something is left because the process ended meanwhile. */
export async function removeDeleted(): Promise<void> {
  const rows = await db.from('conversations').whereNotNull('deleted_at').select('id')
  for (const { id } of rows) await removeConversation(Number(id))
}
