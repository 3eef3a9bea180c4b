import type { SaveOutcome } from '../models/document_save.js'

export interface CallbackAnswer {
  /** Whether the document server may forget what it told. */
  isTaken: boolean
  message: string
  data: { outcome: SaveOutcome; versionNo: number | null } | null
}

export const NOTED: CallbackAnswer = { isTaken: true, message: 'Noted', data: null }
