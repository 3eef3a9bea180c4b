import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import type DocumentKey from '../models/document_key.js'
import type DocumentOpening from '../models/document_opening.js'
import DocumentOwedWork from '../models/document_owed_work.js'
import { changesOf } from '../versions/save_order.js'
import { historyIn } from '../versions/version_history.js'
import { CLEARLY_MS } from './came_after.js'

interface Refused {
  /** By which it is known again when it is sent again. */
  mark: string
  /** As text. */
  history: string | null
  /** Milliseconds by the document server's clock. */
  lastSave: number | undefined
  fileType: string | null
  authorId: number | null
  onlyLooked: boolean
  userIds: readonly number[]
}

type Owing = Pick<DocumentKey, 'documentId' | 'editorKey'>

/** With what somebody was inside whose work may not have come; `lostAt`: since when it is nowhere. */
export type Uncovered = Pick<DocumentOpening, 'userId' | 'lostAt'>

/** Of what they changed in a session that is settled nothing may have come. */
export async function noteUncovered(
  { documentId, editorKey }: Owing,
  uncovered: readonly Uncovered[],
  client?: TransactionClientContract
): Promise<void> {
  for (const theirs of Map.groupBy(uncovered, ({ lostAt }) => lostAt?.toMillis()).values()) {
    const userIds = [...new Set(theirs.map(({ userId }) => userId))]
    const [{ lostAt }] = theirs as [Uncovered]
    await DocumentOwedWork.create({ documentId, editorKey, userIds, lostAt }, { client })
  }
}

/** A last save was refused: it is owed until it comes. */
export async function noteRefused(
  { documentId, editorKey }: Owing,
  { mark, history, lastSave, fileType, authorId, onlyLooked, userIds }: Refused
): Promise<void> {
  const known = await DocumentOwedWork.findBy({ editorKey, mark })
  if (known?.toldAt) return
  const owed = known ?? new DocumentOwedWork().fill({ documentId, editorKey, mark, history })
  const changedBy = lastSave === undefined ? null : DateTime.fromMillis(lastSave)
  const createdAt = DateTime.fromMillis(clock.now())
  const about = { fileType, authorId, onlyLooked, foundAt: null, createdAt, changedBy }
  await owed.merge({ userIds: [...userIds], ...about }).save()
}

/**
 * What was refused after a lost file had been written is not in it: it is owed still, though that is here now. Where no
 * history tells whose it is, it was made upon that file, and is of those who came later. In another format it may lie there
 * beside that file, and come yet.
 */
export async function refusedAfter(
  { editorKey }: Owing,
  { fileType, writtenAt }: { fileType: string; writtenAt: DateTime },
  later: readonly number[],
  client: TransactionClientContract
): Promise<void> {
  const refused = await DocumentOwedWork.query({ client })
    .where({ editorKey })
    .whereNotNull('mark')
    .whereNull('toldAt')
    .where('createdAt', '>', toStored(+writtenAt + CLEARLY_MS))
  const createdAt = DateTime.fromMillis(clock.now())
  for (const owed of refused) {
    const theirs = owed.userIds.filter((id) => later.includes(id))
    const isToldOf =
      theirs.length === 0 || changesOf({ history: historyIn(owed.history) }).length > 0
    const userIds = isToldOf ? owed.userIds : theirs
    const mayLieThere = owed.fileType !== null && owed.fileType !== fileType
    await owed.merge(mayLieThere ? { userIds } : { createdAt, userIds }).save()
  }
}

/** It was sent again, and taken. */
export async function cameAfterAll({ editorKey }: Owing, mark: string): Promise<void> {
  await DocumentOwedWork.query().where({ editorKey, mark }).whereNull('toldAt').delete()
}

/** Whether a last save of the session was refused, and has not come since. */
export async function isRefusedStill(editorKey: string): Promise<boolean> {
  const refused = DocumentOwedWork.query().where({ editorKey }).whereNotNull('mark')
  return (await refused.whereNull('toldAt').select('id').first()) !== null
}

/** Those of a session were told of its end in another way. */
export async function owedIsTold(editorKey: string): Promise<void> {
  const toldAt = toStored(clock.now())
  await DocumentOwedWork.query().where({ editorKey }).whereNull('toldAt').update({ toldAt })
}

/** The same of what was refused alone. */
export async function refusedIsTold(editorKey: string): Promise<void> {
  const toldAt = toStored(clock.now())
  const refused = DocumentOwedWork.query().where({ editorKey }).whereNotNull('mark')
  await refused.whereNull('toldAt').update({ toldAt })
}
