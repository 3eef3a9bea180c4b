import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import type DocumentVersion from '../models/document_version.js'

/** Whose changes a save lacks that another one of its session holds, and who changed what it holds in their stead. */
export interface LackedWork {
  people: readonly number[]
  /** Who began to change what comes in their stead; `null`: nothing does. */
  next: number | null
  instead: readonly number[]
  /** The save does not begin with anything of the other. */
  isAnew: boolean
}

/**
 * Whether a save lacks work that the present version of its session holds, and that nobody is known to have taken back. Only
 * whoever is alone takes back what was saved already, and only what they wrote themselves: then they are inside when it is
 * saved, or went on themselves. Somebody who left, or who was never alone since, did not; the document server may have lost it.
 * Of a content that was fetched here since, the present version is the beginning, and its history starts anew.
 */
export async function lacksKeptWork(
  { authorId }: Pick<DocumentVersion, 'authorId'>,
  { people, next, instead, isAnew }: LackedWork,
  { editorKey, lastServedAt }: DocumentKey,
  present: DocumentVersion,
  trx: TransactionClientContract
): Promise<boolean> {
  const isOfPresent = isAnew && lastServedAt !== null && lastServedAt >= present.createdAt
  if (people.length === 0 || isOfPresent) return false
  const openings = await DocumentOpening.query({ client: trx }).where({ editorKey })
  const of = (userId: number) => openings.filter((opening) => opening.userId === userId)
  const wasBeside = next !== null && isInsideSince(of(next), present.createdAt)
  return people.some((id) => {
    if (id !== next && wasBeside) return true
    return id !== authorId && !instead.includes(id) && isGone(of(id))
  })
}

function isInsideSince(
  openings: readonly DocumentOpening[],
  moment: DocumentVersion['createdAt']
): boolean {
  const joined = openings.filter(({ joinedAt }) => joinedAt !== null)
  return joined.length > 0 && joined.every(({ joinedAt }) => joinedAt! <= moment)
}

/** Whoever was let in and not heard to come counts for nothing. */
function isGone(openings: readonly DocumentOpening[]): boolean {
  const heard = openings.filter(({ joinedAt, endedAt }) => joinedAt !== null || endedAt !== null)
  return heard.length > 0 && heard.every(hasLeft)
}

function hasLeft({ joinedAt, leftAt, missingAt, endedAt }: DocumentOpening): boolean {
  if (joinedAt === null) return endedAt !== null
  return [leftAt, missingAt].some((goneAt) => goneAt !== null && goneAt >= joinedAt)
}
