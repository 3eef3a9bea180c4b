import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { E_UNSAVED_WORK } from '../errors.js'
import DocumentKey from '../models/document_key.js'
import DocumentLog from '../models/document_log.js'
import { DAY_MS } from '../spans.js'
import { UNFINISHED } from '../sessions/session_traces.js'

/**
 * Sessions that ended over there without a word, and of which work may still come back as a lost save: until their
 * people are told, and for a day from then on. What was given up, or saved since, is not waited for.
 */
export async function goneKeysOf(documentId: number): Promise<DocumentKey[]> {
  const told = await toldKeyIds(documentId)
  return DocumentKey.query()
    .where({ documentId })
    .whereIn('state', [...UNFINISHED])
    .whereNull('abandonedAt')
    .where((gone) => void gone.whereNotNull('goneAt').orWhereIn('id', told))
    .orderBy('id')
}

/** @throws E_UNSAVED_WORK */
export async function assertNoneGone(documentId: number): Promise<void> {
  if ((await goneKeysOf(documentId)).length > 0) throw new E_UNSAVED_WORK(GONE)
}

const GONE =
  'A session of the document ended with the document server without a word, and what was changed in it may still come back from there; that is waited for, a day from when its people are told. Try again then, or give it up: DELETE /app/document/{id}/unsaved-work'

async function toldKeyIds(documentId: number): Promise<number[]> {
  const entries = await DocumentLog.query()
    .where({ documentId, action: 'session_lost' })
    .where('createdAt', '>', toStored(clock.now() - DAY_MS))
    .select('detail')
  return entries.flatMap(({ detail }) =>
    Number.isInteger(detail?.keyId) ? [detail!.keyId as number] : []
  )
}
