import { inject } from '@adonisjs/core'
import { identifiersIn } from '#kernel/contracts/main'
import type { CallbackPayload } from '../editor/callback_payload.js'
import DocumentSave from '../models/document_save.js'
import type EditingSession from '../models/editing_session.js'
import { Tell } from '../notices/tell.js'
import { seen } from '../sessions/participants.js'
import { noteInLog } from '../versions/document_log.js'
import { isFinal } from './callback_kind.js'
import type { CallbackAnswer } from './callback_answer.js'

const REFUSED: CallbackAnswer = {
  isTaken: false,
  message: 'The save failed and came without a file: keep the changes',
  data: null,
}

/** Statuses 3 and 7 without a file. They are not acknowledged: the document server keeps the changes, and the key stays. */
@inject()
export class TakeFailure {
  constructor(private readonly tell: Tell) {}

  async handle(session: EditingSession, payload: CallbackPayload): Promise<CallbackAnswer> {
    const { documentId, sessionKey } = session
    const { status, userdata, users } = payload
    await seen(session, identifiersIn(users))
    const row = {
      documentId,
      sessionKey,
      status,
      userdata,
      pathHash: '',
      outcome: 'failed' as const,
    }
    await DocumentSave.create(row)
    const action = isFinal(payload) ? ('save_failed' as const) : ('forced_save_failed' as const)
    await noteInLog(documentId, { action, detail: { status } })
    await this.tell.ofSession(session, 'not_written')
    return REFUSED
  }
}
