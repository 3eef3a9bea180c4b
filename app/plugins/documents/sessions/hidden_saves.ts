import type { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../models/document_key.js'
import DocumentOwedWork from '../models/document_owed_work.js'
import { begunWith, changesOf } from '../versions/save_order.js'
import { historyIn } from '../versions/version_history.js'
import { isClearlyAfter } from './came_after.js'

/** A lost save as the document server hands it out: one of a key, though one of each format may lie there. */
export interface FoundSave {
  fileType: string
  /** By our clock; `null` where that cannot be told. */
  writtenAt: DateTime | null
  /** When it was changed last, as it says itself; by the document server's clock. */
  modifiedAt?: number | null
}

/**
 * Saves of a session that were refused in another format than the one that is found, and are neither here nor in it: they
 * may lie behind it, unseen. Who comes to lost work goes on from what is found, so what was lost in another format is in
 * that only where it was lost before the first of the found format. Whoever came, and of whom no save was refused, hides
 * nothing that is known of.
 */
export async function hiddenBehind(
  editorKey: string,
  found: FoundSave
): Promise<DocumentOwedWork[]> {
  const { abandonedAt } = await DocumentKey.findByOrFail({ editorKey })
  const refused = await refusedUnder(editorKey)
  return refused.filter((work) => {
    const { fileType, foundAt, onlyLooked, createdAt } = work
    if (fileType === found.fileType || foundAt || onlyLooked) return false
    if (abandonedAt && createdAt <= abandonedAt) return false
    return !isIn(found, work, refused)
  })
}

/** The save that was refused last in that format, unless what is found was written since. */
export async function refusedAs(
  editorKey: string,
  { fileType, writtenAt }: FoundSave
): Promise<DocumentOwedWork | null> {
  const refused = await briefly(editorKey)
  const last = refused.findLast((work) => work.fileType === fileType)
  if (!last || last.foundAt) return null
  return writtenAt && isClearlyAfter(writtenAt, last.createdAt) ? null : last
}

/** What was refused in that format is here, as far as it was kept. */
export async function noteFound(
  editorKey: string,
  { fileType, writtenAt }: FoundSave
): Promise<void> {
  const refused = await briefly(editorKey)
  const found = refused.filter((work) => work.fileType === fileType && isBy(work, writtenAt))
  const ids = found.filter(({ foundAt }) => !foundAt).map(({ id }) => id)
  if (ids.length === 0) return
  await DocumentOwedWork.query()
    .whereIn('id', ids)
    .update({ foundAt: toStored(clock.now()) })
}

/** The document server keeps nothing of the session any more. */
export async function noteEmptied(editorKey: string): Promise<void> {
  const lying = DocumentOwedWork.query().where({ editorKey }).whereNotNull('fileType')
  await lying.update({ fileType: null })
}

function refusedUnder(editorKey: string): Promise<DocumentOwedWork[]> {
  return inOrder(DocumentOwedWork.query(), editorKey).exec()
}

/** Without their histories, which may be long. */
function briefly(editorKey: string): Promise<DocumentOwedWork[]> {
  return inOrder(DocumentOwedWork.described(), editorKey).exec()
}

/** In the order in which they were. */
function inOrder(works: ReturnType<typeof DocumentOwedWork.described>, editorKey: string) {
  return works
    .where({ editorKey })
    .whereNotNull('fileType')
    .whereNull('toldAt')
    .orderBy('createdAt')
    .orderBy('id')
}

function isIn(
  { fileType, writtenAt }: FoundSave,
  work: DocumentOwedWork,
  refused: readonly DocumentOwedWork[]
): boolean {
  if (!isBy(work, writtenAt)) return false
  const same = refused.filter((one) => one.fileType === fileType && isBy(one, writtenAt))
  if (same.some((one) => goesOn(one, work))) return true
  const place = refused.indexOf(work)
  if (place === 0 && isContinued(work)) return false
  const [first] = same
  if (!first) return writtenAt !== null && isClearlyAfter(writtenAt, work.createdAt)
  return place < refused.indexOf(first) && isContinued(first)
}

function isBy({ createdAt }: DocumentOwedWork, writtenAt: DateTime | null): boolean {
  return writtenAt === null || !isClearlyAfter(createdAt, writtenAt)
}

/** Of a session that was opened from what lay there no history is told. */
function isContinued(work: DocumentOwedWork): boolean {
  return changesOf(told(work)).length === 0
}

function goesOn(later: DocumentOwedWork, work: DocumentOwedWork): boolean {
  return begunWith(told(later), told(work)) !== null
}

function told({ history }: DocumentOwedWork) {
  return { history: historyIn(history) }
}
