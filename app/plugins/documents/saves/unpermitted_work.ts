import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import { contributorsOf } from '../notices/contributors.js'
import { peopleAtRisk, unheardIn } from '../sessions/people_at_risk.js'
import type { KeptSaves } from './kept_saves.js'
import type { FetchedRequest } from './save_document.js'
import { changesOf } from '../versions/save_order.js'

/**
 * Whether all whose work a save carries came into its session when they had no right to any more. Work of people with
 * and without a right cannot be told apart within a save, so one with the right is enough; what the session had saved
 * before counts no more. Where no history names them, they are all who were inside since then.
 */
export async function isUnpermitted(
  { author, source, concerned }: FetchedRequest,
  key: DocumentKey,
  { before }: Pick<KeptSaves, 'before'>,
  trx: TransactionClientContract
): Promise<boolean> {
  const history = { changes: changesOf({ history: source?.history ?? null }).slice(before) }
  const possible = concerned && (await insideSince(key, concerned, trx))
  const people = contributorsOf({ authorId: author.id, history, concerned: possible })
  if (people.length === 0) return false
  const refused = await DocumentOpening.query({ client: trx })
    .where({ editorKey: key.editorKey })
    .whereIn('userId', people)
    .whereNotNull('refusedAt')
    .select('userId')
  const barred = new Set(refused.map(({ userId }) => userId))
  return people.every((id) => barred.has(id))
}

/** Those among them; all where it is none: then it is work of before. */
async function insideSince(
  key: DocumentKey,
  concerned: readonly number[],
  trx: TransactionClientContract
): Promise<readonly number[]> {
  const unheard = await unheardIn(key.editorKey).useTransaction(trx)
  const since = new Set([...(await peopleAtRisk(key, trx)), ...unheard.map(({ userId }) => userId)])
  const among = concerned.filter((id) => since.has(id))
  return among.length > 0 ? among : concerned
}
