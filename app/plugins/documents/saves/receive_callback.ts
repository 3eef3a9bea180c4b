import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { E_BAD_REQUEST, E_NOT_FOUND } from '#kernel/errors/main'
import { actAsSystem } from '#kernel/acting/main'
import { readCallback, type CallbackPayload } from '../editor/callback_payload.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_EDITOR_TOKEN } from '../errors.js'
import EditingSession from '../models/editing_session.js'
import { TakeWord } from './take_word.js'
import { noteInLog } from '../versions/document_log.js'
import { NOTED, type CallbackAnswer } from './callback_answer.js'
import { callbackFault } from './callback_faults.js'
import { isFailed, kindOf } from './callback_kind.js'
import { saveRequestOf } from './save_request.js'
import { TakeFailure } from './take_failure.js'
import { TakeForm } from './take_form.js'
import { TakeSave } from './take_save.js'
import { withinSeconds } from './within_seconds.js'

export interface IncomingCallback {
  documentId: number
  /** Of the URL. */
  token: string
  body: Readonly<Record<string, unknown>>
  authorization: string | undefined
}

/** Receives what the document server says of an editing session. */
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
    const { documentId } = incoming
    const work = actAsSystem('the document server reports', () => this.#receive(incoming))
    try {
      return await withinSeconds(this.settings.config.callbackSeconds, work)
    } catch (error) {
      this.logger.warn({ documentId, err: error }, 'a callback was not taken')
      throw callbackFault(error)
    }
  }

  async #receive({ documentId, token, body, authorization }: IncomingCallback) {
    const { tokens, off } = this.settings
    if (!tokens) throw new E_EDITOR_TOKEN(off!)
    const claims = await tokens.callback(token, documentId)
    if (!claims) throw new E_EDITOR_TOKEN(await tokens.faultOf('callback', token))
    const payload = await readCallback(body, authorization, this.settings)
    if (payload.key !== claims.key) throw new E_EDITOR_TOKEN('The callback is of another session')
    const session = await EditingSession.findBy({ documentId, sessionKey: claims.key })
    if (!session) throw new E_NOT_FOUND('This editing session is not known here')
    return this.#take(session, payload)
  }

  async #take(session: EditingSession, payload: CallbackPayload): Promise<CallbackAnswer> {
    const kind = kindOf(payload)
    if (kind === 'save') return this.#save(session, payload)
    if (kind === 'form') return this.forms.handle(session, payload)
    if (kind === 'editing') await this.words.editing(session, payload)
    else if (kind === 'closed') await this.words.closed(session, payload)
    else {
      const entry = { action: 'callback_ignored' as const, detail: { status: payload.status } }
      await noteInLog(session.documentId, entry)
    }
    return NOTED
  }

  async #save(session: EditingSession, payload: CallbackPayload): Promise<CallbackAnswer> {
    const { url, isEncrypted } = payload
    if (isEncrypted) throw new E_BAD_REQUEST('The file is encrypted by its editor')
    if (!url && isFailed(payload)) return this.failures.handle(session, payload)
    if (!url) throw new E_BAD_REQUEST('The callback names no file')
    const saved = await this.saves.handle(saveRequestOf(session, url, payload))
    const { outcome, versionNo } = saved
    const message = outcome === 'version' ? 'Saved as a new version' : 'Nothing has changed'
    return { isTaken: true, message, data: { outcome, versionNo } }
  }
}
