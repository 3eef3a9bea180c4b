import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { unheardIn } from '../sessions/people_at_risk.js'
import { peopleEverInside } from '../sessions/people_ever_inside.js'
import type DocumentKey from '../models/document_key.js'
import type { VersionHistory } from '../versions/version_history.js'
import { contributorsOf, hasRuns } from './contributors.js'

interface Told {
  authorId: number | null
  history: VersionHistory | null
}

/**
 * Who may have changed something of what a session brings, where its history names nobody: all who were inside at
 * any time. Of a session that goes on from a file that was never delivered, the document server knows only who changed
 * last, and that file may be older than what came of it since.
 *
 * @returns `undefined` where it is known who did, or nobody else was inside
 */
export async function concernedIn(
  { authorId, history }: Told,
  key: DocumentKey,
  client?: TransactionClientContract
): Promise<number[] | undefined> {
  if (hasRuns(history)) return undefined
  const inside = await peopleEverInside(key, { client })
  return inside.some((id) => id !== authorId) ? inside : undefined
}

/**
 * The same of what lies beside, for those to whom it is told: whoever was let in and was not heard of may have been inside, too.
 * What they may is not judged by it.
 */
export async function concernedBeside(
  { authorId, history, concerned }: Told & { concerned?: number[] },
  { editorKey }: Pick<DocumentKey, 'editorKey'>,
  client: TransactionClientContract
): Promise<number[] | undefined> {
  if (hasRuns(history)) return concerned
  const unheard = await unheardIn(editorKey, client)
  if (unheard.length === 0) return concerned
  return contributorsOf({
    authorId,
    history,
    concerned: [...(concerned ?? []), ...unheard.map(({ userId }) => userId)],
  })
}

/**
 * The same of what the document server could not write. Nobody else will be asked whose it is, so whoever was let in and
 * was not heard of may have been inside: what they left may go on in it.
 */
export async function concernedInFailure(
  told: Told,
  key: DocumentKey
): Promise<number[] | undefined> {
  if (hasRuns(told.history)) return undefined
  const unheard = await unheardIn(key.editorKey)
  const inside = (await concernedIn(told, key)) ?? []
  return [...inside, ...unheard.map(({ userId }) => userId)]
}
