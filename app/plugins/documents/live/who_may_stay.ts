import type { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import DocumentKey from '../models/document_key.js'
import DocumentLog, { type LogAction } from '../models/document_log.js'
import DocumentOpening from '../models/document_opening.js'

/**
 * Whether somebody may be inside although it is told that the last has left: what is told has no order. Others who were
 * let in and not seen to be out again may be, and whoever leaves, where they were let in again or came once more.
 *
 * @param leavers ids of who is told to have left
 */
export async function mayStayInside(
  editorKey: string,
  leavers: readonly number[]
): Promise<boolean> {
  const openings = await DocumentOpening.query().where({ editorKey }).whereNull('endedAt')
  const theirs = Map.groupBy(openings, ({ userId }) => userId)
  for (const [userId, [opening, ...more]] of theirs) {
    if (!leavers.includes(userId) || more.length > 0 || isOpenedSince(opening!)) return true
    if ((await comingsOf(editorKey, userId)) > 1) return true
  }
  return false
}

function isOpenedSince({ openedAt, joinedAt }: DocumentOpening): boolean {
  return joinedAt === null || openedAt > joinedAt
}

/** Who of them is noted to have left more often than to have come under the key: once at least their coming was not heard. */
export async function cameUnheard(
  editorKey: string,
  userIds: readonly number[]
): Promise<number[]> {
  if (userIds.length === 0) return []
  const { documentId, createdAt } = await DocumentKey.findByOrFail({ editorKey })
  const unheard: number[] = []
  for (const userId of userIds)
    if ((await comingsSince(createdAt, documentId, userId)) < 0) unheard.push(userId)
  return unheard
}

/** Of which no leaving is known, since all was here the last time. */
async function comingsOf(editorKey: string, operatorId: number): Promise<number> {
  const { documentId, settledAt, createdAt } = await DocumentKey.findByOrFail({ editorKey })
  return comingsSince(settledAt ?? createdAt, documentId, operatorId)
}

/** How many more of them than of leavings. */
async function comingsSince(
  since: DateTime,
  documentId: number,
  operatorId: number
): Promise<number> {
  const counts = await DocumentLog.query()
    .where({ documentId, operatorId })
    .whereIn('action', ['editing_started', 'editing_left'])
    .where('createdAt', '>=', toStored(since))
    .groupBy('action')
    .select('action')
    .count('* as total')
    .pojo<{ action: LogAction; total: number | string }>()
  const totals = new Map(counts.map(({ action, total }) => [action, Number(total)]))
  return (totals.get('editing_started') ?? 0) - (totals.get('editing_left') ?? 0)
}
