import type { VersionHistory } from '../versions/version_history.js'
import type EditingSession from '../models/editing_session.js'

/** A file of a session that the document server offers. */
export interface SaveRequest {
  session: EditingSession
  url: string
  changesUrl?: string
  fileType?: string
  history: VersionHistory | null
  /** Ids of `users`: who changed it last comes first. */
  userIds: readonly number[]
  /** Of the callback; 0 for what was recovered. */
  status: number
  isFinal: boolean
  isFailed: boolean
  isRecovered: boolean
  userdata?: string
}
