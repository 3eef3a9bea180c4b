import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import { replaces } from '../document_types.js'
import type Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentVersion from '../models/document_version.js'
import { isChangeable } from '../versions/document_state.js'
import { baseOfSession } from '../versions/session_base.js'
import { isBefore } from '../versions/undated_order.js'
import type { KeptSaves } from './kept_saves.js'
import { lacksKeptWork } from './lacked_work.js'
import { hasContentOf } from './same_content.js'
import {
  isBehind,
  isWrittenBefore,
  type SaveOrder,
  type SaveTrace,
} from '../versions/save_order.js'

/** A save, as far as its place depends on it. */
export interface PlacedSave extends SaveTrace {
  sha256: string
  contentDigest: string | null
  authorId: number | null
  fileType: string
  /** Of people alone who may not change the document. */
  unpermitted: boolean
  /** Something may be missing in it that its session had before. */
  badlyWritten: boolean
  /** Nobody here can look into it. */
  underPassword: boolean
  /** It had been lost: when it comes says nothing of its age. */
  recovered: boolean
  /** When it was changed last, as it says itself. */
  modifiedAt: number | null
}

/** Where a save belongs among what has happened to its document since. */
export interface Place {
  /** Its session is the one in which the document is opened now. */
  isPresentKey: boolean
  /** Whether it is to be the present version: not over work that came after it. */
  becomesPresent: boolean
  /** Not, whatever else speaks against it, because of whose work it is. */
  unpermitted: boolean
  /** Not, because something may be missing in it. */
  badlyWritten: boolean
  /** Not, because it could not be edited any further. */
  underPassword: boolean
  /** The version that has this content already. */
  known: DocumentVersion | null
  present: DocumentVersion
  /** When the work of its session was given up. */
  givenUpAt: DateTime | null
  /** What is kept of its session, newest first, and the order of the save against each. */
  kept: readonly DocumentVersion[]
  orders: readonly SaveOrder[]
}

type Transaction = TransactionClientContract

const ALL_WELL = { unpermitted: false, badlyWritten: false, underPassword: false }

/**
 * A save of the present session follows the present version, unless that session has saved more already. One that
 * comes late, of a session that is over, follows it only where nothing else can have happened since: what it was
 * made from, or what its session made of that, is still present, nobody was let in to change it, and the save is
 * newer than all that is kept of its session; and where nobody stayed in that session who was told to leave it. What had
 * been lost, and of which nothing tells when it was written, follows nothing that its session saved. Whatever else comes is
 * kept beside, and so is what comes in a lesser format or with macros, while the document must not change, or lies in the trash, from people
 * who may not change it, of a session whose work was given up, going on from what was written badly, under a password, or
 * without what somebody had saved in its session and cannot have taken back.
 */
export async function placeOf(
  document: Document,
  key: DocumentKey,
  save: PlacedSave,
  { versions: kept, orders, lacked }: KeptSaves,
  trx: Transaction
): Promise<Place> {
  const isPresentKey = key.editorKey === document.editorKey
  const present = await versionsOf(document, trx).where('no', document.versionNo).firstOrFail()
  const at = { isPresentKey, present, givenUpAt: key.abandonedAt, kept, orders, ...ALL_WELL }
  if (hasContentOf(save, present)) return { ...at, becomesPresent: true, known: present }

  const follows = isPresentKey
    ? !isBehind(orders) && !isOfUnknownAge(key, save, present)
    : await followsLate(document, { key, present, orders }, trx)
  const isFitting = await isOfFittingType(save, document, key, trx)
  const mayFollow = follows && isFitting && isChangeable(document) && !document.deletedAt
  const lackedOfPresent = lacked[kept.findIndex(({ id }) => id === present.id)]
  const isLacking =
    lackedOfPresent !== undefined && (await lacksKeptWork(save, lackedOfPresent, key, present, trx))
  const { unpermitted, badlyWritten, underPassword } = save
  const isWell = !unpermitted && !badlyWritten && !underPassword
  const becomesPresent = mayFollow && !isLacking && isWell
  const known = becomesPresent ? null : await twin(save, key, present, trx)
  return { ...at, becomesPresent, unpermitted, badlyWritten, underPassword, known }
}

/** Also of the type that its session began with: nothing of that is lost in it, whatever was written instead on the way. */
async function isOfFittingType(
  { fileType }: PlacedSave,
  document: Document,
  { editorKey }: DocumentKey,
  trx: Transaction
): Promise<boolean> {
  if (replaces(fileType, document.fileType)) return true
  return (await baseOfSession(editorKey, trx))?.fileType === fileType
}

/**
 * What had been lost may be of any age: over work of its own session it goes only where the times of both are told, and it
 * was changed after that. When it was copied to where it lay says nothing of when it was written.
 */
function isOfUnknownAge(
  { editorKey }: DocumentKey,
  { recovered, assembledAt, modifiedAt }: PlacedSave,
  present: DocumentVersion
): boolean {
  if (!recovered || present.editorKey !== editorKey) return false
  if (assembledAt === null || present.assembledAt === null) return true
  return !isBefore(present.changedAt?.toMillis() ?? null, modifiedAt)
}

interface Late {
  key: DocumentKey
  present: DocumentVersion
  orders: readonly SaveOrder[]
}

async function followsLate(
  document: Document,
  { key, present, orders }: Late,
  trx: Transaction
): Promise<boolean> {
  if (key.state === 'left_behind' || key.abandonedAt) return false
  const isLatest = present.editorKey === key.editorKey || key.baseVersionNo === present.no
  if (!isLatest || orders.some((order) => order !== 'newer')) return false

  const { openedAt } = await DocumentKey.query({ client: trx })
    .where('editorKey', document.editorKey)
    .forUpdate()
    .firstOrFail()
  return openedAt === null
}

/**
 * What was kept before the present version does not count where the session itself went on to that, wherever it lies: somebody
 * may have gone back to it, and is to learn that it is not present; but for what was written before the session went on.
 */
function twin(
  { sha256, contentDigest, assembledAt }: PlacedSave,
  { editorKey }: DocumentKey,
  present: DocumentVersion,
  trx: Transaction
): Promise<DocumentVersion | null> {
  const twins = DocumentVersion.described({ client: trx })
    .where({ editorKey })
    .where((same) => {
      void same.where({ sha256 })
      if (contentDigest !== null) void same.orWhere({ contentDigest })
    })
  const isOlder = isWrittenBefore(assembledAt, present.assembledAt?.toMillis() ?? null)
  if (present.editorKey === editorKey && !isOlder) void twins.where('no', '>', present.no)
  return twins.first()
}

function versionsOf({ id }: Document, trx: Transaction) {
  return DocumentVersion.described({ client: trx }).where('documentId', id)
}
