import type { QueryClientContract } from '@adonisjs/lucid/types/database'

/** What hangs on a conversation. */
export const PARTS = [
  'messages',
  'message_recalls',
  'message_files',
  'message_mentions',
  'message_reports',
  'conversation_members',
] as const

export type Part = (typeof PARTS)[number]

/** Removes up to `most` rows of a conversation, and resolves to how many there were. */
export async function removePart(
  client: QueryClientContract,
  table: Part,
  { id, most }: { id: number; most: number }
): Promise<number> {
  const rows = await client.from(table).where('conversation_id', id).limit(most).select('id')
  const ids = rows.map((row) => Number(row.id))
  if (ids.length > 0) await client.from(table).whereIn('id', ids).delete()
  return ids.length
}
