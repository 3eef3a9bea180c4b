import type { DateTime } from 'luxon'
import DocumentVersion from '../models/document_version.js'
import { isWrittenBefore } from '../versions/save_order.js'
import { historyIn } from '../versions/version_history.js'
import { contributorsOf } from './contributors.js'

/**
 * Whose work its session had saved, where a version lies beside that may have come after it: they may have taken
 * something back, which is present all the same.
 */
export async function passedOver(version: DocumentVersion): Promise<number[]> {
  const { documentId, editorKey, beside, unpermitted, assembledAt } = version
  if (!beside || unpermitted || editorKey === null) return []
  const saved = await DocumentVersion.query()
    .where({ documentId, editorKey, beside: false })
    .orderBy('no', 'desc')
    .first()
  if (!saved || isWrittenBefore(millis(assembledAt), millis(saved.assembledAt))) return []
  const { authorId, concerned, history } = saved
  return contributorsOf({ authorId, concerned, history: historyIn(history) })
}

const millis = (moment: DateTime | null): number | null => moment?.toMillis() ?? null
