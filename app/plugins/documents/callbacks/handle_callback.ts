import { inject } from '@adonisjs/core'
import { Refusal } from '#kernel/http/define_error'
import { E_NOT_FOUND, E_UNAVAILABLE } from '#kernel/http/errors'
import { actAsSystem } from '#kernel/operator/acting'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_EDITOR_TOKEN } from '../errors.js'
import DocumentKey from '../models/document_key.js'
import { noteInLog } from '../versions/document_log.js'
import { readCallback, type CallbackPayload } from './callback_payload.js'
import { CallbackSaves } from './callback_saves.js'
import { CallbackSessions } from './callback_sessions.js'
import type { Callback, CallbackOutcome } from './callback.js'

export interface IncomingCallback {
  documentId: number
  /** Of the URL. */
  token: string
  body: unknown
  authorization: string | undefined
}

/** Only these can never succeed; whatever else goes wrong passes, and the document server is to try again. */
const FOR_GOOD = [
  'E_EDITOR_TOKEN',
  'E_EDITOR_URL',
  'E_BAD_REQUEST',
  'E_NOT_FOUND',
  'E_PAYLOAD_TOO_LARGE',
]

/**
 * Takes what the document server says of an editing session. An answer decides whether somebody's work survives:
 * after a 4xx it is never sent again, after a 503 it is.
 */
@inject()
export class HandleCallback {
  constructor(
    private readonly settings: EditorSettings,
    private readonly saves: CallbackSaves,
    private readonly sessions: CallbackSessions
  ) {}

  /** @throws E_EDITOR_TOKEN, E_EDITOR_URL, E_BAD_REQUEST, E_NOT_FOUND, E_PAYLOAD_TOO_LARGE; E_UNAVAILABLE for the rest */
  async handle(incoming: IncomingCallback): Promise<CallbackOutcome> {
    try {
      return await actAsSystem('the document server reports', () => this.#handle(incoming))
    } catch (error) {
      if (error instanceof Refusal && FOR_GOOD.includes(error.code!)) throw error
      throw new E_UNAVAILABLE(undefined, { cause: error })
    }
  }

  async #handle({
    documentId,
    token,
    body,
    authorization,
  }: IncomingCallback): Promise<CallbackOutcome> {
    const claims = await this.settings.tokens?.callback(token, documentId)
    if (!claims) throw new E_EDITOR_TOKEN(this.settings.off ?? undefined)

    const payload = await readCallback(body, authorization, this.settings)
    if (payload.key !== claims.key) throw new E_EDITOR_TOKEN('The callback is of another session')
    const { key: editorKey } = claims
    if (!(await DocumentKey.findBy({ documentId, editorKey }))) throw new E_NOT_FOUND()
    return this.#dispatch({ documentId, editorKey, openedBy: claims.user, payload })
  }

  #dispatch(callback: Callback): Promise<CallbackOutcome> {
    switch (kindOf(callback.payload)) {
      case 'editing':
        return this.sessions.editing(callback)
      case 'closed':
        return this.sessions.closed(callback)
      case 'final':
        return this.saves.take(callback, true)
      case 'forced':
        return this.saves.take(callback, false)
      case 'failed':
        return this.saves.failed(callback, true)
      case 'forced_failed':
        return this.saves.failed(callback, false)
      default:
        return this.#ignore(callback)
    }
  }

  async #ignore({ documentId, payload: { status } }: Callback): Promise<CallbackOutcome> {
    await noteInLog(documentId, { action: 'callback_ignored', detail: { status } })
    return { message: 'Noted', data: null }
  }
}

/** The real server never sends 26; what it means follows from whether it speaks of a forced save. */
function kindOf({ status, forceSaveType }: CallbackPayload) {
  if (status === 26) return forceSaveType === undefined ? 'final' : 'forced'
  return KINDS.get(status)
}

const KINDS = new Map([
  [1, 'editing' as const],
  [2, 'final' as const],
  [3, 'failed' as const],
  [4, 'closed' as const],
  [6, 'forced' as const],
  [7, 'forced_failed' as const],
])
