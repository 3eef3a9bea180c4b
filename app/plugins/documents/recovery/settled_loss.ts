import { toStored } from '#kernel/database/instant'
import DocumentKey from '../models/document_key.js'
import type DocumentLoss from '../models/document_loss.js'
import DocumentSave, { type SaveOutcome } from '../models/document_save.js'
import DocumentVersion from '../models/document_version.js'
import { historyText } from '../versions/version_history.js'
import { isHidden } from './losses.js'

/** A form that was submitted is none of the session, and what was dropped held less than another. */
const HOLDING: readonly SaveOutcome[] = ['version', 'unchanged']

/** Of a session that was opened from what had been lost the document server tells no history. */
export const UNTOLD = historyText({})!

/**
 * Whether it lies there no more because a save that came since has it in it, or it was given up, of which everybody was
 * told. "Closed without changes" says nothing of it, nor does a save with a history: so does a session that was opened
 * without what could not be read, or from what hides it.
 */
export async function isSettled(loss: DocumentLoss): Promise<boolean> {
  const { abandonedAt } = await DocumentKey.findByOrFail({ editorKey: loss.editorKey })
  return abandonedAt !== null || (!isHidden(loss) && (await wasSavedUpon(loss)))
}

/** Whether something was saved since that goes on from what lay there, or is that. */
export async function wasSavedUpon({
  documentId,
  editorKey,
  createdAt,
}: Pick<DocumentLoss, 'documentId' | 'editorKey' | 'createdAt'>): Promise<boolean> {
  const saved = DocumentSave.query()
    .where({ editorKey })
    .whereIn('outcome', [...HOLDING])
    .where('createdAt', '>', toStored(createdAt))
    .select('versionNo')
  const upon = DocumentVersion.query()
    .where({ documentId })
    .whereIn('no', saved)
    .where((told) => void told.whereNull('history').orWhere('history', UNTOLD))
  return (await upon.select('no').first()) !== null
}
