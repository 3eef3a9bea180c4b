import { identifiersIn } from '#kernel/http/query_parameters'
import type { SaveOutcome } from '../models/document_save.js'
import type { CallbackPayload } from './callback_payload.js'

/** A callback whose tokens were verified. */
export interface Callback {
  documentId: number
  editorKey: string
  /** Whose editor was the first of the session. */
  openedBy: number
  /** With which whoever comes has come, where the address is theirs. */
  opening?: number
  payload: CallbackPayload
}

export interface CallbackOutcome {
  /** Not taken, though nothing is wrong with it: the document server keeps what it has. */
  refused?: boolean
  message: string
  data: { outcome: SaveOutcome; versionNo: number | null } | null
}

/** As the type of an action. */
export const JOINED = 1

type Acted = Pick<CallbackPayload, 'actions'>

/** Ids of who comes with it. */
export function comersIn({ actions }: Acted): number[] {
  return identifiersIn(actions.flatMap(({ type, userId }) => (type === JOINED ? [userId] : [])))
}

/** Ids of who leaves with it. */
export function leaversIn({ actions }: Acted): number[] {
  return identifiersIn(actions.flatMap(({ type, userId }) => (type === JOINED ? [] : [userId])))
}
