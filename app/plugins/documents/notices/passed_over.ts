import type { DateTime } from 'luxon'
import DocumentVersion from '../models/document_version.js'
import { begunWith, isWrittenBefore } from '../versions/save_order.js'
import { historyIn } from '../versions/version_history.js'

/**
 * What its session had saved, where a version lies beside that may have come after it: something of that may have been taken
 * back, and is present all the same. Where it lies beside for want of a right, and goes on from what was saved, nothing was.
 */
export async function passedOver(version: DocumentVersion): Promise<DocumentVersion | null> {
  const { documentId, editorKey, beside, unpermitted, assembledAt } = version
  if (!beside || editorKey === null) return null
  const saved = await DocumentVersion.query()
    .where({ documentId, editorKey, beside: false })
    .orderBy('no', 'desc')
    .first()
  if (!saved || isWrittenBefore(millis(assembledAt), millis(saved.assembledAt))) return null
  return unpermitted && goesOnFrom(saved, version) ? null : saved
}

const goesOnFrom = (saved: DocumentVersion, version: DocumentVersion): boolean =>
  begunWith(tracedBy(version), tracedBy(saved)) !== null

const tracedBy = ({ history }: DocumentVersion) => ({ history: historyIn(history) })

const millis = (moment: DateTime | null): number | null => moment?.toMillis() ?? null
