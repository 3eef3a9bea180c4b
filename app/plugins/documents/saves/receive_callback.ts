import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Refusal } from '#kernel/http/define_error'
import { E_BAD_REQUEST, E_NOT_FOUND, E_UNAVAILABLE, E_VALIDATION } from '#kernel/http/errors'
import { identifiersIn } from '#kernel/http/query_parameters'
import { parseJson } from '#kernel/http/parse_json'
import { actAsSystem } from '#kernel/operator/acting'
import { readCallback, type CallbackPayload } from '../editor/callback_payload.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_EDITOR_TOKEN } from '../errors.js'
import EditingSession from '../models/editing_session.js'
import { TakeWord } from '../sessions/take_word.js'
import { noteInLog } from '../versions/document_log.js'
import type { CallbackAnswer } from './callback_answer.js'
import { isFailed, isFinal, kindOf } from './callback_kind.js'
import { TakeFailure } from './take_failure.js'
import { TakeForm } from './take_form.js'
import { TakeSave } from './take_save.js'
import { withinSeconds } from './within_seconds.js'

export interface IncomingCallback {
  documentId: number
  /** Of the URL. */
  token: string
  body: Buffer
  authorization: string | undefined
}

const NOTED: CallbackAnswer = { isTaken: true, message: 'Noted', data: null }

/** Whoever reads the texts makes them fit, and the length of the body is bounded. */
const UNBOUNDED = { members: Infinity, names: Infinity, anyText: true }

/** These can never succeed. Whatever else goes wrong may pass, and the document server is to try again. */
const FOR_GOOD = [
  ...['E_EDITOR_TOKEN', 'E_EDITOR_URL', 'E_BAD_REQUEST', 'E_NOT_FOUND'],
  'E_PAYLOAD_TOO_LARGE',
]

/** Receives what the document server says of an editing session. After a 4xx it is never sent again, after a 503 it is. */
@inject()
export class ReceiveCallback {
  constructor(
    private readonly settings: EditorSettings,
    private readonly words: TakeWord,
    private readonly saves: TakeSave,
    private readonly failures: TakeFailure,
    private readonly forms: TakeForm,
    private readonly logger: Logger
  ) {}

  /** @throws E_EDITOR_TOKEN, E_EDITOR_URL, E_BAD_REQUEST, E_NOT_FOUND, E_PAYLOAD_TOO_LARGE; E_UNAVAILABLE for the rest */
  async handle(incoming: IncomingCallback): Promise<CallbackAnswer> {
    const { callbackSeconds } = this.settings.config
    const work = actAsSystem('the document server reports', () => this.#receive(incoming))
    try {
      return await withinSeconds(callbackSeconds, work)
    } catch (error) {
      this.logger.warn({ documentId: incoming.documentId, err: error }, 'a callback was not taken')
      if (error instanceof Refusal && FOR_GOOD.includes(error.code!)) throw error
      throw new E_UNAVAILABLE(undefined, { cause: error })
    }
  }

  async #receive({ documentId, token, body, authorization }: IncomingCallback) {
    const { tokens, off } = this.settings
    const claims = await tokens?.callback(token, documentId)
    if (!claims) throw new E_EDITOR_TOKEN(off ?? (await tokens!.faultOf('callback', token)))
    const payload = await readCallback(parsed(body), authorization, this.settings)
    if (payload.key !== claims.key) throw new E_EDITOR_TOKEN('The callback is of another session')
    const session = await EditingSession.findBy({ documentId, sessionKey: claims.key })
    if (!session) throw new E_NOT_FOUND('This editing session is not known here')
    return this.#take(session, payload)
  }

  async #take(session: EditingSession, payload: CallbackPayload): Promise<CallbackAnswer> {
    const { documentId } = session
    switch (kindOf(payload)) {
      case 'editing':
        await this.words.editing(session, payload)
        return NOTED
      case 'closed':
        await this.words.closed(session, payload)
        return NOTED
      case 'form':
        return this.forms.handle(session, payload)
      case 'save':
        return this.#save(session, payload)
      default:
        await noteInLog(documentId, {
          action: 'callback_ignored',
          detail: { status: payload.status },
        })
        return NOTED
    }
  }

  async #save(session: EditingSession, payload: CallbackPayload): Promise<CallbackAnswer> {
    const { url, changesUrl, fileType, history, status, userdata, isEncrypted } = payload
    if (isEncrypted) throw new E_BAD_REQUEST('The file is encrypted by its editor')
    if (!url && isFailed(payload)) return this.failures.handle(session, payload)
    if (!url) throw new E_BAD_REQUEST('The callback names no file')
    const { outcome, versionNo } = await this.saves.handle({
      ...{ session, url, changesUrl, fileType, status, userdata },
      history: history ?? null,
      userIds: identifiersIn(payload.users),
      isFinal: isFinal(payload),
      isFailed: isFailed(payload),
      isRecovered: false,
    })
    const message = outcome === 'version' ? 'Saved as a new version' : 'Nothing has changed'
    return { isTaken: true, message, data: { outcome, versionNo } }
  }
}

/** @throws E_BAD_REQUEST */
function parsed(body: Buffer): object {
  try {
    return parseJson(body, UNBOUNDED)
  } catch (error) {
    if (error instanceof E_VALIDATION) throw new E_BAD_REQUEST(error.message, { cause: error })
    throw error
  }
}
