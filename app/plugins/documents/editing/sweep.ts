import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { toStored } from '#kernel/database/main'
import type { Said } from '#kernel/languages/main'
import { Refusal } from '#kernel/errors/main'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { EditorSettings } from '../editor/editor_settings.js'
import DocumentSave from '../models/document_save.js'
import EditingSession, { EDITING } from '../models/editing_session.js'
import { Tell } from '../notices/tell.js'
import { ForgottenFiles } from '../sessions/forgotten_files.js'
import { LoseSession } from './lose_session.js'
import { RecoverForgotten } from './recover_forgotten.js'
import { SessionInquiry } from '../sessions/session_inquiry.js'
import { Sessions } from '../sessions/sessions.js'

export interface Swept {
  /** Saves that are versions now. */
  recovered: number
  /** Left to sessions that go on. */
  inUse: number
  /** That could not be taken this time. */
  failed: number
  /** Of keys without a document here. */
  foreign: number
  /** Sessions that ended without a word. */
  lost: number
}

const MINUTE_MS = 60_000
const SILENT_MS = 60 * MINUTE_MS
const UNSAVED_MS = 10 * MINUTE_MS

/**
 * Looks after what no callback reports: saves that could not be delivered, sessions that ended without a word, and
 * notices that were not sent. One node at a time.
 */
@inject()
export class Sweep {
  readonly #swept: Swept = { recovered: 0, inUse: 0, failed: 0, foreign: 0, lost: 0 }

  constructor(
    private readonly settings: EditorSettings,
    private readonly sessions: Sessions,
    private readonly files: ForgottenFiles,
    private readonly inquiry: SessionInquiry,
    private readonly recover: RecoverForgotten,
    private readonly lose: LoseSession,
    private readonly tell: Tell,
    private readonly logger: Logger
  ) {}

  /** `null` when the editor can be used. */
  get off(): Said | null {
    return this.settings.off
  }

  /** @throws E_UNAVAILABLE when the document server does not say what it keeps */
  handle(): Promise<Swept> {
    return actAsSystem('look after editing sessions', async () => {
      await this.tell.rest()
      if (this.off) return this.#swept
      await this.#recoverAll()
      for (const session of await silentSessions())
        await this.#trying(session, () => this.#ask(session))
      return this.#swept
    })
  }

  async #recoverAll(): Promise<void> {
    const keys = await this.files.keys()
    const ours = await this.sessions.oursAmong(keys)
    this.#swept.foreign = keys.length - ours.length
    for (const session of ours) await this.#trying(session, () => this.#recover(session))
  }

  async #recover(session: EditingSession): Promise<void> {
    const { kind } = await this.inquiry.ask(session)
    const mayGoOn = kind === 'edited' || (kind === 'unsaved' && session.state === 'open')
    if (mayGoOn) return void this.#swept.inUse++
    const outcome = await this.recover.handle(session)
    if (outcome === 'recovered') this.#swept.recovered++
    if (outcome === 'failed') this.#swept.failed++
  }

  /** A session whose last word was that people were inside, or that something was unsaved. */
  async #ask(session: EditingSession): Promise<void> {
    const { kind } = await this.inquiry.ask(session)
    if (kind === 'edited') return
    if (session.state === 'closed') return this.#giveUp(session, kind === 'unsaved')
    if (kind === 'unsaved') return this.tell.ofSession(session, 'unsaved')
    if (kind === 'closed' && (await hasSavesSince(session))) return
    if (await this.lose.handle(session)) this.#swept.lost++
  }

  /** The document went on without it: nobody can open it again and have it saved. */
  async #giveUp(session: EditingSession, isUnsaved: boolean): Promise<void> {
    if (isUnsaved || !(await hasSavesSince(session))) await this.tell.ofSession(session, 'lost')
    await EditingSession.query().where({ id: session.id }).update({ lastStatus: null })
  }

  async #trying({ documentId }: EditingSession, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#swept.failed++
      this.logger.warn({ err: error, documentId }, 'an editing session could not be looked after')
    }
  }
}

function silentSessions(): Promise<EditingSession[]> {
  const before = (ms: number) => toStored(clock.now() - ms)
  return EditingSession.query()
    .where({ lastStatus: EDITING })
    .where((silent) => {
      void silent.where('lastWordAt', '<', before(SILENT_MS)).orWhere((unsaved) => {
        void unsaved.where('lastUsers', '[]').where('lastWordAt', '<', before(UNSAVED_MS))
      })
    })
    .orderBy('id')
}

async function hasSavesSince({ sessionKey, lastWordAt }: EditingSession): Promise<boolean> {
  const saves = DocumentSave.query().where({ sessionKey })
  return (await saves.where('createdAt', '>', toStored(+lastWordAt!)).first()) !== null
}
