import type { SaveOutcome } from '../models/document_save.js'
import type { CallbackPayload } from './callback_payload.js'

/** A callback whose tokens were verified. */
export interface Callback {
  documentId: number
  editorKey: string
  /** Whose editor was the first of the session. */
  openedBy: number
  payload: CallbackPayload
}

export interface CallbackOutcome {
  message: string
  data: { outcome: SaveOutcome; versionNo: number | null } | null
}
