import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

/** Files that messages and groups refer to, so that nobody deletes them. */
export async function filesInConversations(
  fileIds: readonly number[],
  client: QueryClientContract = db.connection()
): Promise<ReadonlySet<number>> {
  const ids = [...fileIds]
  const sent = await client.from('conversation_entries').whereIn('file_id', ids).select('file_id')
  const pictures = await client
    .from('conversations')
    .whereIn('picture_file_id', ids)
    .select('picture_file_id as file_id')
  return new Set([...sent, ...pictures].map((row) => Number(row.file_id)))
}
