import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import type DocumentKey from '../models/document_key.js'
import DocumentLog from '../models/document_log.js'
import DocumentOpening from '../models/document_opening.js'

interface Asked {
  /** By our clock: the work is not of those who came, and were let in, only after that. */
  until?: DateTime | null
  client?: TransactionClientContract
}

interface Noted {
  userId: number
  isComing: boolean
  at: DateTime
}

/**
 * Who was inside under a key at any time. What could not be delivered may be older than what came of its session since:
 * a save is tried again and again, while people come back under the same key.
 */
export async function peopleEverInside(key: DocumentKey, asked: Asked = {}): Promise<number[]> {
  const openings = await openingsUntil(key, asked)
  const noted = await comingsAndGoings(key, asked)
  const inside = openings.filter(({ joinedAt, leftAt }) => joinedAt !== null || leftAt !== null)
  return [...new Set([...inside, ...noted].map(({ userId }) => userId))]
}

/**
 * Those whose work of before all was here the last time may still be on its way, as far as was heard: they came more
 * than once, or somebody came after them, so that a sitting of theirs may have ended with a save that did not arrive.
 */
export async function peopleOfBefore(key: DocumentKey, asked: Asked = {}): Promise<number[]> {
  const { settledAt } = key
  if (!settledAt) return []
  const noted = await comingsAndGoings(key, asked)
  const before = noted.filter(({ at }) => at <= settledAt)
  return [...new Set(before.map(({ userId }) => userId))].filter((id) => {
    const last = before.findLastIndex(({ userId }) => userId === id)
    const comings = before.filter(({ userId, isComing }) => isComing && userId === id)
    return comings.length > 1 || before.slice(last + 1).some(({ isComing }) => isComing)
  })
}

/** With what people were let in. */
export async function openingsUntil(
  { editorKey }: DocumentKey,
  { until, client }: Asked
): Promise<DocumentOpening[]> {
  const openings = await DocumentOpening.query({ client }).where({ editorKey }).orderBy('id')
  if (!until) return openings
  return openings.filter(({ firstOpenedAt: first }) => first === null || first <= until)
}

/** While the key was the document's, for they are noted by document. */
async function comingsAndGoings(key: DocumentKey, { until, client }: Asked): Promise<Noted[]> {
  const entries = DocumentLog.query({ client })
    .where('documentId', key.documentId)
    .whereIn('action', ['editing_started', 'editing_left'])
    .whereNotNull('operatorId')
    .where('createdAt', '>=', toStored(key.createdAt))
    .select('id', 'action', 'operatorId', 'createdAt')
  if (key.endedAt) void entries.where('createdAt', '<=', toStored(key.endedAt))
  if (until) void entries.where('createdAt', '<=', toStored(until))
  return (await entries.orderBy('id')).map(({ action, operatorId, createdAt }) => ({
    userId: operatorId!,
    isComing: action === 'editing_started',
    at: createdAt,
  }))
}
