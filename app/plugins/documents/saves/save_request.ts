import { createHash } from 'node:crypto'
import { identifiersIn } from '#kernel/contracts/main'
import type { CallbackPayload } from '../editor/callback_payload.js'
import { E_EDITOR_URL } from '../errors.js'
import type EditingSession from '../models/editing_session.js'
import type { VersionHistory } from '../versions/version_history.js'
import { isFailed, isFinal } from './callback_kind.js'

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

export function saveRequestOf(
  session: EditingSession,
  url: string,
  payload: CallbackPayload
): SaveRequest {
  const { changesUrl, fileType, history = null, status, userdata, users } = payload
  return {
    ...{ session, url, changesUrl, fileType, history, status, userdata },
    userIds: identifiersIn(users),
    isFinal: isFinal(payload),
    isFailed: isFailed(payload),
    isRecovered: false,
  }
}

/** Of the file that a URL names, whatever its query: retries name the same path. @throws E_EDITOR_URL */
export function pathHashOf(url: string): string {
  if (!URL.canParse(url)) throw new E_EDITOR_URL()
  return createHash('sha256').update(new URL(url).pathname).digest('hex')
}
