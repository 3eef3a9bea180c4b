import { E_PAYLOAD_TOO_LARGE } from '#kernel/http/errors'
import { E_EDITOR_URL } from '../errors.js'
import type Document from '../models/document.js'
import { AbsentFile } from '../editor/absent_file.js'
import { TooLargeUnpacked } from '../editor/too_large_unpacked.js'
import { UnsoundFile } from '../editor/unsound_file.js'
import { DAY_MS, HOUR_MS } from '../spans.js'
import { isOpenedUnder } from '../versions/document_state.js'
import { strandedNotice } from '../notices/failure_notices.js'

/** Why work that lies with the document server does not come by itself, and what is to be said of it. */
export interface Loss {
  /** What tells it from another loss under the same key: people are told once of each. */
  mark: string
  /** Whose work it is; whoever may have changed something in its session when left out. */
  userIds?: readonly number[]
  /** For the log and the doctor. */
  reason: string
  /** For whose work it is. */
  body: string
  /** For those who look after the editor; without it, they can do nothing. */
  remedy?: string
  /** How long it may last before anybody is told; at once when left out. */
  patienceMs?: number
  /** The longest between two tries; tried at every sweep when left out. */
  longestWaitMs?: number
}

/** Between two tries of any loss. */
export const LONGEST_WAIT_MS = DAY_MS

const KEPT = 'They are not lost: the document server keeps them'

/** As what a fault is told that shows in the file itself; `null` for what may be better next time. */
export function lossOf(document: Document, error: unknown, limit: number): Loss | null {
  if (error instanceof TooLargeUnpacked) return tooLargeUnpackedLoss(document, error)
  if (error instanceof E_PAYLOAD_TOO_LARGE) return tooLargeLoss(document, limit)
  if (error instanceof UnsoundFile) return unsoundLoss(document, error)
  if (error instanceof AbsentFile || error instanceof E_EDITOR_URL) {
    return withheldLoss(document, error.message)
  }
  return null
}

function tooLargeLoss({ title }: Document, limit: number): Loss {
  const megabytes = Math.floor(limit / 1024 / 1024)
  return {
    mark: `larger than ${limit}`,
    reason: `It is larger than the ${megabytes} MB that are taken`,
    body: `Your last changes to “${title}” could not be brought here, for they make the document larger than the ${megabytes} MB that are taken. ${KEPT}, and they come by themselves once EDITOR_SAVE_LIMIT_MB is raised.`,
    remedy: `A save of “${title}” is larger than the ${megabytes} MB that are taken, and stays with the document server. Raise EDITOR_SAVE_LIMIT_MB; the next sweep then brings it back.`,
  }
}

function tooLargeUnpackedLoss({ title }: Document, error: TooLargeUnpacked): Loss {
  const { message, reason, limit } = error
  return {
    mark: `larger than ${limit} unpacked`,
    reason: message,
    body: `Your last changes to “${title}” could not be brought here: ${lowered(reason)}. ${KEPT}, and they come by themselves once EDITOR_UNPACKED_LIMIT_MB is raised.`,
    remedy: `A save of “${title}” stays with the document server: ${lowered(reason)}. Raise EDITOR_UNPACKED_LIMIT_MB, which is ${Math.floor(limit / 1024 / 1024)} now; the next sweep then brings it back.`,
  }
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

function unsoundLoss({ title }: Document, { message, sha256 }: UnsoundFile): Loss {
  return {
    mark: `unsound ${sha256}`,
    reason: message,
    body: `Your last changes to “${title}” could not be brought here. ${KEPT}. Your administrator can fetch the file from there.`,
    remedy: `A save of “${title}” cannot be taken: ${message}. Fetch it from the document server’s store of forgotten files, and upload what can be read of it.`,
    longestWaitMs: LONGEST_WAIT_MS,
  }
}

function withheldLoss({ title }: Document, message: string): Loss {
  return {
    mark: 'withheld',
    reason: message,
    body: `Your last changes to “${title}” could not be brought here. The document server says that it keeps them, but does not hand them out. This is tried again by itself; if the document is still open in your browser, copy what you need from there, and tell your administrator.`,
    remedy: `The document server names a save of “${title}” as kept, but does not hand it out: ${message}. See whether its store of forgotten files is whole and can be read; node ace editor:sweep then brings the save back at once, and otherwise it is tried again within a day.`,
    longestWaitMs: LONGEST_WAIT_MS,
  }
}

export function passingLoss({ title }: Document, error: unknown): Loss {
  const reason = reasonOf(error)
  return {
    mark: PASSING,
    reason,
    body: `Your last changes to “${title}” have not been brought here for a day, though this is tried again and again. ${KEPT}. If they are needed soon, tell your administrator.`,
    remedy: `For a day a save of “${title}” could not be brought here from the document server; the service’s log says why. It is tried again within the hour.`,
    patienceMs: DAY_MS,
    longestWaitMs: HOUR_MS,
  }
}

/** So long after a session was heard of last nobody is told that it is not known whether its work is kept. */
const UNLISTED_MS = DAY_MS / 2

/** @param silentMs since its session was heard of last */
export function unlistedLoss({ title }: Document, error: unknown, silentMs: number): Loss {
  const reason = reasonOf(error)
  return {
    mark: UNLISTED,
    reason,
    body: `Your last changes to “${title}” may not have arrived. Its session in the editor is over, no last save of it came, and the document server does not say whether it keeps one. It is asked again at every sweep, and you are told what comes of it. Meanwhile see whether something of yours is missing; if the document is still open in your browser, copy what you need from there, and tell your administrator.`,
    remedy: `A session of “${title}” ended without a last save, and whether the document server keeps one cannot be learnt: ${reason}. What helps is said by node ace editor:doctor (lost saves); what is kept is brought back by the next sweep after that.`,
    patienceMs: Math.max(0, UNLISTED_MS - silentMs),
  }
}

/** Of a session that cannot be asked about at all. @param silentMs since it was heard of last */
export function unansweredLoss(
  { title }: Document,
  { error, silentMs, userIds }: { error: unknown; silentMs: number; userIds: readonly number[] }
): Loss {
  return {
    mark: UNANSWERED,
    userIds,
    reason: reasonOf(error),
    body: `Your last changes to “${title}” may not have arrived. You had it open in the editor, no last save of it came, and the document server cannot be asked about it. You are told what comes of it once it can be. Meanwhile see whether something of yours is missing; if the document is still open in your browser, copy what you need from there, and tell your administrator.`,
    patienceMs: Math.max(0, UNLISTED_MS - silentMs),
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Of what lies there in another format than the save that is found, and is here already.
 *
 * @param sha256 of what is found
 */
export function hiddenLoss({ title }: Document, sha256: string, hidden: HiddenWork): Loss {
  const { fileType, hiddenTypes, userIds } = hidden
  const others = hiddenTypes.map((type) => `output.${type}`).join(', ')
  return {
    mark: hiddenMark(sha256),
    userIds,
    reason: `It lies behind another lost save of its session, output.${fileType}, which is here already, as ${others}`,
    body: `Your last changes to “${title}” could not be brought here. The document server keeps them behind another save of the same session, and hands out that one alone. Nothing is deleted there, and they come by themselves once your administrator has taken the other one away.`,
    remedy: `A save of “${title}” lies with the document server as ${others}, where it hands out nothing but output.${fileType} of the same session, which is here already. Look into the folder of that key in its store of forgotten files: take output.${fileType} out of it, and node ace editor:sweep brings the other one back. Where there is no other one, delete the folder.`,
    longestWaitMs: HOUR_MS,
  }
}

interface HiddenWork {
  /** Of what is found. */
  fileType: string
  hiddenTypes: readonly string[]
  userIds: readonly number[]
}

const HIDDEN = 'hidden'

export function hiddenMark(sha256: string): string {
  return `${HIDDEN} ${sha256}`
}

/** Whether what is found over there is another save, which is here. */
export function isHidden({ mark }: { mark: string }): boolean {
  return mark.startsWith(`${HIDDEN} `)
}

export const PASSING = 'passing'
export const UNSAVED = 'unsaved'

/** The same in a session into which nobody is let any more. */
export const STRANDED = 'stranded'

/** It is not even known whether something lies there. */
export const UNLISTED = 'unlisted'

/** Nor is it known how its session stands. */
export const UNANSWERED = 'unanswered'

const UNSAVED_REASON = 'Changes lie with the document server that are not saved'

/** @param editorKey of the session in which they are */
export function unsavedLoss(document: Document, editorKey: string): Loss {
  if (!isOpenedUnder(document, editorKey)) return strandedLoss(document)
  const { title } = document
  return {
    mark: UNSAVED,
    reason: UNSAVED_REASON,
    body: `Your last changes to “${title}” are not saved yet, for the document server was interrupted. ${KEPT}: open the document once and close it, and they are saved.`,
  }
}

export function strandedLoss({ id, title }: Document): Loss {
  return {
    mark: STRANDED,
    reason: UNSAVED_REASON,
    body: strandedNotice(title).body,
    remedy: `Changes to “${title}” lie unsaved with the document server, under an earlier session: nobody is given its key any more, so opening the document does not save them. Keep its database as it is, and leave its scripts alone (documentserver-prepare4shutdown.sh, changes2forgotten): they write nothing of this, lock everybody out until it is started again, and may delete it. What it writes to its store of forgotten files all the same is brought here by itself. Or give them up: DELETE /app/document/${id}/unsaved-work.`,
  }
}
