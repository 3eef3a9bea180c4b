import { setImmediate } from 'node:timers/promises'
import { toStored } from '#kernel/database/instant'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import type DocumentKey from '../models/document_key.js'
import DocumentLog, { type LogAction } from '../models/document_log.js'

export interface Wanted {
  actions: readonly LogAction[]
  /** Not before; since there is the key, when left out. */
  from?: DateTime | null
  /** Only what came after it. */
  after?: DateTime | null
  until?: DateTime | null
  client?: TransactionClientContract
}

const AT_ONCE = 100

/** What was noted in a document's log of the session of a key, the last first, a few at a time. */
export async function* entriesOfKey(
  key: DocumentKey,
  wanted: Wanted
): AsyncGenerator<DocumentLog, void> {
  let before: number | undefined
  for (;;) {
    const entries = ofKey(key, wanted).select('id', 'action', 'operatorId', 'detail', 'createdAt')
    if (before !== undefined) void entries.where('id', '<', before)
    const page = await entries.orderBy('id', 'desc').limit(AT_ONCE)
    yield* page
    if (page.length < AT_ONCE) return
    before = page.at(-1)!.id
    await setImmediate()
  }
}

export function ofKey(
  { id: keyId, documentId, createdAt }: DocumentKey,
  { actions, from, after, until, client }: Wanted
) {
  const entries = DocumentLog.query({ client })
    .where({ documentId, keyId })
    .whereIn('action', [...actions])
    .where('createdAt', '>=', toStored(from ?? createdAt))
  if (after) void entries.where('createdAt', '>', toStored(after))
  if (until) void entries.where('createdAt', '<=', toStored(until))
  return entries
}
