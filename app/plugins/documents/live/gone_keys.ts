import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../models/document_key.js'
import DocumentLog from '../models/document_log.js'
import { DAY_MS } from '../spans.js'
import { UNFINISHED } from './session_traces.js'

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

async function toldKeyIds(documentId: number): Promise<number[]> {
  const entries = await DocumentLog.query()
    .where({ documentId, action: 'session_lost' })
    .where('createdAt', '>', toStored(clock.now() - DAY_MS))
    .select('detail')
  return entries.flatMap(({ detail }) =>
    Number.isInteger(detail?.keyId) ? [detail!.keyId as number] : []
  )
}
