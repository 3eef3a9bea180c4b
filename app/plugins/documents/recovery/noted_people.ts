import type { DateTime } from 'luxon'
import type DocumentKey from '../models/document_key.js'
import type DocumentLog from '../models/document_log.js'
import type { LogAction } from '../models/document_log.js'
import { entriesOfKey } from '../sessions/entries_of_key.js'
import { movesOfKey, peopleIn } from '../sessions/moves_of_key.js'

/** What was noted of saves of a session while not all of it was here yet; the last first. */
export function notedOf(
  key: DocumentKey,
  actions: readonly LogAction[],
  until: DateTime | null = null
): AsyncGenerator<DocumentLog, void> {
  return entriesOfKey(key, { actions, after: key.settledAt, until })
}

export async function joinedOf(key: DocumentKey, until: DateTime | null): Promise<number[]> {
  return peopleIn(await movesOfKey(key, { after: key.settledAt, until }))
}

/** How often somebody came, since all was here. */
export async function comingsOf(key: DocumentKey, userId: number): Promise<number> {
  const [theirs] = await movesOfKey(key, { after: key.settledAt, userIds: [userId] })
  return theirs?.comings ?? 0
}
