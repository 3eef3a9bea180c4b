import { toStored } from '#kernel/database/instant'
import type Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentLog from '../models/document_log.js'
import DocumentVersion from '../models/document_version.js'
import { peopleEverInside } from '../sessions/people_ever_inside.js'

/** Whether a node of the first release kept it: this one notes of whatever it brings back whose work it may be. */
export function isOfOlderNode({ kind, concerned }: DocumentVersion): boolean {
  return kind === 'recovered' && concerned === null
}

/**
 * Says of such a version what this release would, without saving it: whose work it may be, whether it lies beside, and whether
 * it only came late.
 *
 * @returns who need not be told. Whoever it was put down to was told by that node, when it brought it back: whether it ended
 *   before it came to that cannot be known. Of what became present nobody else is told.
 */
export async function completeOlder(
  version: DocumentVersion,
  document: Document
): Promise<readonly number[]> {
  const { documentId, no: versionNo, authorId } = version
  const brought = DocumentLog.query().where({ documentId, versionNo, action: 'recovered' })
  const isLate = (await brought.first()) === null
  const beside = isLate || version.beside || (await liesBeside(version, document))
  const concerned = await insideOf(version)
  version.merge({ beside, concerned, ...(isLate ? { kind: 'late' } : {}) })
  if (isLate) return []
  return [...(authorId === null ? [] : [authorId]), ...(beside ? [] : concerned)]
}

/** It became present only together with a new key. */
async function liesBeside(
  { documentId, no, createdAt }: DocumentVersion,
  { versionNo }: Document
): Promise<boolean> {
  if (no > versionNo) return true
  const before = await DocumentVersion.described()
    .where({ documentId })
    .where('no', '<', no)
    .orderBy('no', 'desc')
    .first()
  const keys = DocumentKey.query()
    .where({ documentId })
    .where('createdAt', '<=', toStored(createdAt))
  if (before) void keys.where('createdAt', '>', toStored(before.createdAt))
  return (await keys.first()) === null
}

/** Until the document got its next key: whoever came after that was in another session. */
async function insideOf({ documentId, editorKey }: DocumentVersion): Promise<number[]> {
  const key = editorKey ? await DocumentKey.findBy({ editorKey }) : null
  if (!key) return []
  const next = await DocumentKey.query()
    .where({ documentId })
    .where('id', '>', key.id)
    .orderBy('id')
    .first()
  return peopleEverInside(key, { until: next?.createdAt })
}
