import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import DocumentOpening from '../models/document_opening.js'
import { contributorsOf } from '../notices/contributors.js'
import type { KeptSaves } from './kept_saves.js'
import type { FetchedRequest } from './save_document.js'
import { changesOf } from '../versions/save_order.js'

/**
 * Whether all whose work a save carries came into its session when they had no right to any more. Work of people with
 * and without a right cannot be told apart within a save, so one with the right is enough; what the session had saved
 * before counts no more. Where no history names them, they are all who were inside.
 */
export async function isUnpermitted(
  { editorKey, author, source, concerned }: FetchedRequest,
  { before }: Pick<KeptSaves, 'before'>,
  trx: TransactionClientContract
): Promise<boolean> {
  const history = { changes: changesOf({ history: source?.history ?? null }).slice(before) }
  const people = contributorsOf({ authorId: author.id, history, concerned })
  if (people.length === 0) return false
  const refused = await DocumentOpening.query({ client: trx })
    .where({ editorKey })
    .whereIn('userId', people)
    .whereNotNull('refusedAt')
    .select('userId')
  const barred = new Set(refused.map(({ userId }) => userId))
  return people.every((id) => barred.has(id))
}
