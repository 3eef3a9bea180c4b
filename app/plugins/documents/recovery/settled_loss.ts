import { toStored } from '#kernel/database/instant'
import DocumentKey from '../models/document_key.js'
import type DocumentLoss from '../models/document_loss.js'
import DocumentSave from '../models/document_save.js'

/**
 * Whether it lies there no more because a save that came since has it in it, or it was given up, of which everybody was
 * told. "Closed without changes" says nothing of it: so does a session that was opened without what could not be read.
 */
export async function isSettled({ editorKey, createdAt }: DocumentLoss): Promise<boolean> {
  const { abandonedAt } = await DocumentKey.findByOrFail({ editorKey })
  if (abandonedAt !== null) return true
  const since = DocumentSave.query().where({ editorKey })
  return (await since.where('createdAt', '>', toStored(createdAt)).first()) !== null
}
