import DocumentOpening from '../models/document_opening.js'

/** How many documents somebody is known to be inside of to change something, over all nodes. */
export async function documentsInEditing(): Promise<number> {
  const [row] = await DocumentOpening.query()
    .whereNull('endedAt')
    .whereNotNull('joinedAt')
    .whereNull('leftAt')
    .countDistinct('document_id as documents')
  return Number(row!.$extras.documents)
}
