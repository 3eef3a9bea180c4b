import { replaces } from '../document_types.js'
import type Document from '../models/document.js'
import type { Placement } from '../models/document_version.js'
import type EditingSession from '../models/editing_session.js'
import { isChangeable } from '../versions/document_state.js'
import { isSameChange } from '../versions/same_change.js'

/** What tells the saves of one session apart in time. Times are in milliseconds, by the document server's clock. */
export interface SaveTrace {
  /** `history.changes` of its callback. */
  changes: readonly unknown[]
  /** `Last-Modified` of the file. */
  writtenAt: number | null
  /** Modification date that the file itself holds. */
  modifiedAt: number | null
}

export interface IncomingSave extends SaveTrace {
  fileType: string
  isUnderPassword: boolean
  /** The document server said that it could not write it well. */
  isFailed: boolean
  /** It was not delivered, and was fetched later. */
  isRecovered: boolean
  /** Whether one of its contributors may write; `null` where they are not known. */
  isPermitted: boolean | null
}

export interface Situation {
  document: Pick<Document, 'sessionKey' | 'status' | 'deletedAt' | 'fileType'>
  session: Pick<EditingSession, 'sessionKey' | 'state'>
  /** The newest save of the session that is kept. */
  newest: SaveTrace | null
}

/** Where a save is placed: `current`, or beside the current version, with the reason. */
export function placeSave(
  save: IncomingSave,
  { document, session, newest }: Situation
): Exclude<Placement, 'form'> {
  if (newest && isOlder(save, newest)) return 'older'
  if (newest && isOvertaken(save, newest)) return 'overtaken'
  if (document.deletedAt) return 'in_trash'
  if (!isChangeable(document)) return 'locked'
  if (session.state === 'closed' || session.sessionKey !== document.sessionKey)
    return 'session_ended'
  if (save.isFailed) return 'failed_save'
  if (save.isPermitted === false) return 'no_right'
  if (save.isUnderPassword || !replaces(save.fileType, document.fileType)) return 'other_format'
  return 'current'
}

/**
 * Whether a save is proven to be older than another one of its session: its changes are only the first of the other's,
 * and it was not written later. Undoing makes the history shorter as well, but is written later. What was recovered has
 * no history, and was copied since it was written: the date in the file decides.
 */
function isOlder(save: IncomingSave, newest: SaveTrace): boolean {
  if (save.isRecovered) return compared(save.modifiedAt, newest.modifiedAt) < 0
  if (save.changes.length === 0 || save.changes.length >= newest.changes.length) return false
  return (
    isBeginning(save.changes, newest.changes) && compared(save.writtenAt, newest.writtenAt) <= 0
  )
}

/** Written earlier than another one, and not proven to be older: its changes may have been undone since, or lost. */
function isOvertaken(save: IncomingSave, newest: SaveTrace): boolean {
  if (save.isRecovered || !(compared(save.writtenAt, newest.writtenAt) < 0)) return false
  const hasMore = save.changes.length > newest.changes.length
  return !(hasMore && isBeginning(newest.changes, save.changes))
}

/** `NaN` where one of them is not known. */
function compared(one: number | null, other: number | null): number {
  return one === null || other === null ? Number.NaN : one - other
}

function isBeginning(some: readonly unknown[], all: readonly unknown[]): boolean {
  return some.length <= all.length && some.every((change, at) => isSameChange(change, all[at]))
}
