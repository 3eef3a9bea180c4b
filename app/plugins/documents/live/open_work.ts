import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { CALLBACK_SECONDS } from '../editor/editor_tokens.js'
import DocumentKey from '../models/document_key.js'
import DocumentLoss from '../models/document_loss.js'
import DocumentOpening from '../models/document_opening.js'
import { UNFINISHED } from '../sessions/session_traces.js'

/**
 * Whether, by what is known here alone, a save of a document may still come: somebody was let in and not seen to be out
 * again, or the document server has said that something is unsaved, or lies there. What is older than an address for
 * saves lives counts no more: nothing can come to it.
 */
export async function mayHaveOpenWork(documentId: number): Promise<boolean> {
  const since = toStored(clock.now() - CALLBACK_SECONDS * 1000)
  const unfinished = () =>
    DocumentKey.query()
      .where({ documentId })
      .whereIn('state', [...UNFINISHED])
      .whereNull('abandonedAt')
  const inside = DocumentOpening.query()
    .whereIn('editorKey', unfinished().select('editorKey'))
    .whereNull('endedAt')
    .where('openedAt', '>', since)
  const unsaved = unfinished().where('unsavedAt', '>', since)
  const lost = DocumentLoss.query().where({ documentId }).where('createdAt', '>', since)
  return Boolean((await inside.first()) ?? (await unsaved.first()) ?? (await lost.first()))
}
