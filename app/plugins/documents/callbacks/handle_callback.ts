import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Refusal } from '#kernel/http/define_error'
import { E_BAD_REQUEST, E_UNAVAILABLE } from '#kernel/http/errors'
import { identifiersIn } from '#kernel/http/query_parameters'
import { actAsSystem } from '#kernel/operator/acting'
import { BegunAnew } from '../recovery/begun_anew.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_EDITOR_TOKEN } from '../errors.js'
import { Openings } from '../live/openings.js'
import { noteFound, noteMissing } from '../sessions/missing_people.js'
import type { SessionKey } from '../sessions/session_state.js'
import { SessionTraces } from '../sessions/session_traces.js'
import DocumentKey from '../models/document_key.js'
import { noteInLog } from '../versions/document_log.js'
import type { CallbackPayload } from '../editor/callback_payload.js'
import { CallbackFailures } from './callback_failures.js'
import { CallbackForms } from './callback_forms.js'
import { kindOf } from './callback_kind.js'
import { isProven } from './callback_proof.js'
import { withComers } from './overtaken_answer.js'
import { readCallbackBody } from './read_callback_body.js'
import { RefusalLog } from './refusal_log.js'
import { CallbackSaves } from './callback_saves.js'
import { CallbackSessions } from './callback_sessions.js'
import { UnknownSessions } from './unknown_sessions.js'
import { comersIn, leaversIn, type Callback, type CallbackOutcome } from '../editor/callback.js'

export interface IncomingCallback {
  documentId: number
  /** Who sends it: see `clientKey`. */
  client: string
  /** Of the URL. */
  token: string
  body: Buffer
  authorization: string | undefined
  /** When whoever sends it hangs up before it is read, it comes again. */
  signal?: AbortSignal
}

/**
 * As whoever's browser says that it encrypts sends it, in whose name it likes, also with no right to change anything; and all
 * that others changed is deleted over there once it is acknowledged. No document here is to be encrypted by its editor.
 */
const ENCRYPTED = 'The save is said to be encrypted by its editor, which no document here is'

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
    private readonly forms: CallbackForms,
    private readonly failures: CallbackFailures,
    private readonly sessions: CallbackSessions,
    private readonly unknown: UnknownSessions,
    private readonly openings: Openings,
    private readonly traces: SessionTraces,
    private readonly begun: BegunAnew,
    private readonly refusals: RefusalLog,
    private readonly logger: Logger
  ) {}

  /** @throws E_EDITOR_TOKEN, E_EDITOR_URL, E_BAD_REQUEST, E_NOT_FOUND, E_PAYLOAD_TOO_LARGE; E_UNAVAILABLE for the rest */
  async handle(incoming: IncomingCallback): Promise<CallbackOutcome> {
    try {
      return await actAsSystem('the document server reports', () => this.#handle(incoming))
    } catch (error) {
      this.refusals.note(this.logger, incoming, error)
      if (error instanceof Refusal && FOR_GOOD.includes(error.code!)) throw error
      throw new E_UNAVAILABLE(undefined, { cause: error })
    }
  }

  async #handle({ documentId, token, body: bytes, ...sent }: IncomingCallback) {
    const { tokens, off } = this.settings
    if (!tokens) throw new E_EDITOR_TOKEN(off!)
    const claims = await tokens.callback(token, documentId)
    if (!claims) throw new E_EDITOR_TOKEN(await tokens.faultOf('callback', token))

    const { key: editorKey, user: openedBy, opening } = claims
    const told = await readCallbackBody({ bytes, ...sent, key: editorKey }, this.settings)
    if (told.key !== editorKey) throw new E_EDITOR_TOKEN('The callback is of another session')
    if (told.isEncrypted) throw new E_BAD_REQUEST(ENCRYPTED)
    const payload = await withComers(told)
    if (!(await DocumentKey.findBy({ documentId, editorKey }))) {
      const isSigned = await isProven({ bytes, ...sent, key: editorKey }, this.settings)
      await this.unknown.takeIn(claims, { payload, isSigned })
    }
    await this.#noteInside({ id: documentId, editorKey }, payload)
    const hasFailed = kindOf(payload) === 'failed'
    await this.traces.heard(editorKey, { ...payload, hasFailed })
    return this.#dispatch({ documentId, editorKey, openedBy, opening, payload })
  }

  /** A save names who changed last: they may be inside, or have left since. */
  async #noteInside(key: SessionKey, payload: CallbackPayload): Promise<void> {
    if (kindOf(payload) === 'editing') return this.#noteSeen(key, payload)
    await this.openings.inside(key.editorKey, insideBefore(payload))
  }

  /** It names all who are inside. */
  async #noteSeen(key: SessionKey, payload: CallbackPayload): Promise<void> {
    const { editorKey } = key
    const users = identifiersIn(payload.users)
    const [comers, leavers] = [comersIn(payload), leaversIn(payload)]
    const isAnew = await noteMissing(editorKey, { users, comers, leavers })
    if (isAnew) await this.begun.handle(editorKey)
    await noteFound(editorKey, [...users.filter((id) => !comers.includes(id)), ...leavers])
    await this.openings.seen(key, insideBefore(payload))
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
      case 'form':
        return this.forms.take(callback)
      case 'failed':
        return this.failures.take(callback, true)
      case 'forced_failed':
        return this.failures.take(callback, false)
      case 'form_failed':
        return this.failures.takeForm(callback)
      default:
        return this.#ignore(callback)
    }
  }

  async #ignore({ documentId, payload: { status } }: Callback): Promise<CallbackOutcome> {
    await noteInLog(documentId, { action: 'callback_ignored', detail: { status } })
    return { message: 'Noted', data: null }
  }
}

/** Whoever comes now is looked at by what they come with. */
function insideBefore(payload: CallbackPayload): string[] {
  const coming = new Set(comersIn(payload).map(String))
  return payload.users.filter((user) => !coming.has(user))
}
