import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { actAsSystem, type Operator } from '#kernel/acting/main'
import { EditorSettings } from '../editor/editor_settings.js'
import type { Level } from '../levels.js'
import Document from '../models/document.js'
import DocumentSave from '../models/document_save.js'
import type EditingSession from '../models/editing_session.js'
import { lockedDocument } from '../versions/locked_document.js'
import { LoseSession } from './lose_session.js'
import { letIn } from '../sessions/participants.js'
import { SessionInquiry, type SessionState } from '../sessions/session_inquiry.js'
import { SessionTurns } from '../sessions/session_turns.js'
import { Sessions, sessionOf } from '../sessions/sessions.js'

export interface Entered {
  document: Document
  session: EditingSession
}

const ATTEMPTS = 5

/**
 * Lets somebody into the editing session of a document, or into a new one where that cannot be entered any more. Where
 * the session has saves, a document server that lost it would open the version it began with, without them.
 */
@inject()
export class EnterSession {
  constructor(
    private readonly settings: EditorSettings,
    private readonly sessions: Sessions,
    private readonly inquiry: SessionInquiry,
    private readonly turns: SessionTurns,
    private readonly lose: LoseSession
  ) {}

  /** @throws E_UNAVAILABLE while a save is being taken, or while sessions end faster than they can be entered */
  handle(found: Document, operator: Operator, level: Level): Promise<Entered> {
    return actAsSystem('a document within reach, as it is now', async () => {
      let document = found
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const session = await sessionOf(document)
        const isUsable = await this.#isUsable(session, level)
        const entered = isUsable && (await enter(session, operator, level))
        if (entered) return entered
        document = await Document.findOrFail(found.id)
      }
      throw new E_UNAVAILABLE()
    })
  }

  async #isUsable(session: EditingSession, level: Level): Promise<boolean> {
    if (!(await this.sessions.isOurs(session.sessionKey))) return this.#leaveAlone(session)
    if (level === 'view') return true
    if (session.lastStatus !== null) await this.#assertIdle(session)
    if (!(await hasSaves(session))) return true
    const state = await this.#state(session)
    if (state?.kind !== 'unknown') return true
    await this.lose.handle(session)
    return false
  }

  /** A session that nobody was inside yet has nothing to save. */
  async #assertIdle({ documentId }: EditingSession): Promise<void> {
    const waitMs = this.settings.config.settleSeconds * 1000
    if (!(await this.turns.isIdle(documentId, waitMs)))
      throw new E_UNAVAILABLE('The document is being saved; open it again in a moment')
  }

  /** `null` where the document server does not answer: then nobody can open it either, until it does. */
  async #state(session: EditingSession): Promise<SessionState | null> {
    try {
      return await this.inquiry.ask(session)
    } catch (error) {
      if (error instanceof E_UNAVAILABLE) return null
      throw error
    }
  }

  /** It belongs to the installation whose database this is a copy of. */
  async #leaveAlone({ documentId, sessionKey }: EditingSession): Promise<false> {
    await db.transaction(async (trx) => {
      const document = await lockedDocument(documentId, trx)
      if (document.sessionKey === sessionKey)
        await this.sessions.renew(document, 'ended_by_us', trx)
    })
    return false
  }
}

/** The document's row is locked, so that nobody ends the session in between. `null` where somebody has. */
function enter(session: EditingSession, operator: Operator, level: Level): Promise<Entered | null> {
  return db.transaction(async (trx) => {
    const { documentId: id, sessionKey } = session
    const document = await Document.query({ client: trx })
      .where({ id, sessionKey })
      .forShare()
      .first()
    if (document) await letIn(session, operator, level, trx)
    return document && { document, session }
  })
}

async function hasSaves({ sessionKey }: EditingSession): Promise<boolean> {
  return (await DocumentSave.query().where({ sessionKey, outcome: 'version' }).first()) !== null
}
