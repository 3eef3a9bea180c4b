import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import DocumentOpening from '../models/document_opening.js'

/** Who is not seen to have left any session of a document, and when they came: coming once more is another coming. */
export async function comingsTo(
  documentId: number,
  client?: TransactionClientContract
): Promise<ReadonlySet<string>> {
  const inside = await DocumentOpening.query({ client })
    .where({ documentId })
    .whereNull('endedAt')
    .whereNotNull('joinedAt')
    .select('id', 'joinedAt')
  return new Set(inside.map(({ id, joinedAt }) => `${id} ${joinedAt!.toMillis()}`))
}
