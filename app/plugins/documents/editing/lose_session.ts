import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import EditingSession, { EDITING } from '../models/editing_session.js'
import { Tell } from '../notices/tell.js'
import { noteInLog } from '../versions/document_log.js'
import { lockedDocument } from '../versions/locked_document.js'
import { RecoverForgotten } from './recover_forgotten.js'
import { Sessions } from '../sessions/sessions.js'

/** Ends a session that the document server does not know any more, once its forgotten file is here. */
@inject()
export class LoseSession {
  constructor(
    private readonly recover: RecoverForgotten,
    private readonly sessions: Sessions,
    private readonly tell: Tell
  ) {}

  /** @returns whether work may be missing: its last word was that people were inside, or that something was unsaved */
  async handle(session: EditingSession): Promise<boolean> {
    if ((await this.recover.handle(session)) === 'recovered') return false
    const isLost = session.lastStatus === EDITING
    const { documentId, sessionKey } = session
    const marked = await db.transaction(async (trx) => {
      const document = await lockedDocument(documentId, trx)
      if (document.sessionKey !== sessionKey) return null
      await this.sessions.renew(document, isLost ? 'lost' : 'unchanged', trx)
      if (!isLost) return null
      await noteInLog(documentId, { action: 'session_lost', versionNo: document.versionNo }, trx)
      return this.tell.mark(sessionKey, 'lost', trx)
    })
    if (marked) await this.tell.ofMarked(marked)
    return marked !== null
  }
}
