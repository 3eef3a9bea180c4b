import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import type DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import { movesOfKey, peopleIn } from './moves_of_key.js'

interface Asked {
  /** By our clock: the work is not of those who came, and were let in, only after that. */
  until?: DateTime | null
  client?: TransactionClientContract
}

/**
 * Who was inside under a key at any time. What could not be delivered may be older than what came of its session since:
 * a save is tried again and again, while people come back under the same key.
 */
export async function peopleEverInside(key: DocumentKey, asked: Asked = {}): Promise<number[]> {
  const openings = await openingsUntil(key, asked)
  const noted = peopleIn(await movesOfKey(key, asked))
  const inside = openings.filter(({ joinedAt, leftAt }) => joinedAt !== null || leftAt !== null)
  return [...new Set([...inside.map(({ userId }) => userId), ...noted])]
}

/**
 * Those whose work of before all was here the last time may still be on its way, as far as was heard: they came more
 * than once, or somebody came after them, so that a sitting of theirs may have ended with a save that did not arrive.
 */
export async function peopleOfBefore(key: DocumentKey, asked: Asked = {}): Promise<number[]> {
  const { settledAt } = key
  if (!settledAt) return []
  const until = asked.until ? DateTime.min(asked.until, settledAt) : settledAt
  const before = await movesOfKey(key, { ...asked, until })
  const known = before.filter(({ userId }) => userId !== null)
  const lastComing = Math.max(0, ...known.map((moves) => moves.lastComing))
  return peopleIn(known.filter(({ comings, last }) => comings > 1 || lastComing > last))
}

/** With what people were let in. */
export async function openingsUntil(
  { editorKey }: DocumentKey,
  { until, client }: Asked
): Promise<DocumentOpening[]> {
  const openings = await DocumentOpening.query({ client }).where({ editorKey }).orderBy('id')
  if (!until) return openings
  return openings.filter(({ firstOpenedAt }) => firstOpenedAt <= until)
}
