import { UNFINISHED } from '../sessions/session_traces.js'
import DocumentKey from '../models/document_key.js'
import { ASKED_EACH } from './lost_files.js'

/** Of sessions that ended over there without a word, and of which nobody was told yet. */
export function goneKeys() {
  return DocumentKey.query()
    .whereNotNull('goneAt')
    .whereNull('abandonedAt')
    .whereIn('state', [...UNFINISHED])
}

/** As many of them as are asked for at once. */
export function goneAfter(id: number): Promise<DocumentKey[]> {
  return goneKeys().where('id', '>', id).orderBy('id').limit(ASKED_EACH)
}
