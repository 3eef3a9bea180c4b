import type { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import type DocumentKey from '../models/document_key.js'
import DocumentLog, { type LogAction } from '../models/document_log.js'

/** What was noted of people while the key was the document's, and not all was here yet. */
export function notedOf(key: DocumentKey, actions: LogAction[], until: DateTime | null = null) {
  const entries = DocumentLog.query()
    .where('documentId', key.documentId)
    .whereIn('action', actions)
    .where('createdAt', '>=', toStored(key.createdAt))
  if (key.settledAt) void entries.where('createdAt', '>', toStored(key.settledAt))
  if (key.endedAt) void entries.where('createdAt', '<=', toStored(key.endedAt))
  if (until) void entries.where('createdAt', '<=', toStored(until))
  return entries
}

export async function lastOf(
  key: DocumentKey,
  actions: LogAction[],
  until: DateTime | null = null
) {
  return notedOf(key, actions, until).orderBy('id', 'desc').first()
}

export async function joinedOf(key: DocumentKey, until: DateTime | null): Promise<number[]> {
  const entries = await notedOf(key, ['editing_started', 'editing_left'], until)
    .whereNotNull('operatorId')
    .distinct('operatorId')
  return entries.map(({ operatorId }) => operatorId!)
}

/** How often somebody came, since all was here. */
export async function comingsOf(key: DocumentKey, operatorId: number): Promise<number> {
  return (await notedOf(key, ['editing_started']).where({ operatorId }).select('id')).length
}
