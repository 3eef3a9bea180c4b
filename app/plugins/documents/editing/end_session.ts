import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Refusal, E_NOT_FOUND, E_UNAVAILABLE } from '#kernel/errors/main'
import { currentActing } from '#kernel/acting/main'
import { assertPermission } from '#kernel/permissions/main'
import { clock } from '#kernel/state/main'
import { type Said, say, type Text } from '#kernel/languages/main'
import { People } from '#plugins/identity/main'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_BEING_EDITED, E_UNSAVED_WORK } from '../errors.js'
import Document from '../models/document.js'
import { EDITING, type default as EditingSession } from '../models/editing_session.js'
import type { MayDrop } from '../rights/drop_right.js'
import { documentPermissions } from '../permissions.js'
import { lockedDocument } from '../versions/locked_document.js'
import { DropCommand } from '../sessions/drop_command.js'
import { ForceSave } from '../sessions/force_save.js'
import { LoseSession } from './lose_session.js'
import { hasWriters, wereLetInSince } from '../sessions/participants.js'
import { SessionInquiry } from '../sessions/session_inquiry.js'
import { SessionTurns } from '../sessions/session_turns.js'
import { Sessions, sessionOf } from '../sessions/sessions.js'

export interface EndOptions {
  /** Leave to disconnect whoever is inside; `null`: the end is refused then. */
  drop: MayDrop | null
  /** Whether the document is removed, so that nothing that arrives later can be kept. */
  isForGood?: boolean
}

/** A document whose session may end: nobody was inside and nothing was unsaved, or it was decided to go on without them. */
export interface Ending {
  id: number
  sessionKey: string
  /** In milliseconds. */
  askedAt: number
}

type Work<T> = (document: Document, trx: TransactionClientContract) => Promise<T>
type WorkOnAll<T> = (documents: Document[], trx: TransactionClientContract) => Promise<T>

const ATTEMPTS = 3

/** Ends editing sessions, so that a document can be restored, submitted or deleted. What arrives later lies beside it. */
@inject()
export class EndSession {
  constructor(
    private readonly settings: EditorSettings,
    private readonly sessions: Sessions,
    private readonly inquiry: SessionInquiry,
    private readonly turns: SessionTurns,
    private readonly forceSave: ForceSave,
    private readonly dropCommand: DropCommand,
    private readonly lose: LoseSession,
    private readonly people: People,
    private readonly logger: Logger
  ) {}

  /**
   * Runs `work` on the document once its session can end, with its row locked, and begins another session.
   *
   * @throws E_NOT_FOUND, E_BEING_EDITED, E_UNSAVED_WORK, E_FORBIDDEN, E_UNAVAILABLE
   */
  handle<T>(id: number, options: EndOptions, work: Work<T>): Promise<T> {
    const prepare = async () => [await this.prepare(id, options)]
    return this.commit(prepare, async ([document], trx) => {
      if (document!.deletedAt) throw new E_NOT_FOUND()
      return work(document!, trx)
    })
  }

  /** Finds out whether a session can end, and disconnects people where that was asked for. @throws as `handle` */
  async prepare(id: number, options: EndOptions): Promise<Ending> {
    const askedAt = clock.now()
    const session = await sessionOf(await find(id))
    if (await this.#mayBeEdited(session, options)) await this.#makeQuiet(session, options)
    return { id, sessionKey: (await find(id)).sessionKey, askedAt }
  }

  /** Runs `work` on all that was prepared; prepares again where somebody came in between. @throws as `handle` */
  async commit<T>(prepare: () => Promise<readonly Ending[]>, work: WorkOnAll<T>): Promise<T> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const endings = await prepare()
      const done = await db.transaction((trx) => this.#commit(endings, work, trx))
      if (done) return done.result
    }
    throw new E_BEING_EDITED('Somebody opened the document in this moment; try again')
  }

  async #commit<T>(
    endings: readonly Ending[],
    work: WorkOnAll<T>,
    trx: TransactionClientContract
  ): Promise<{ result: T } | null> {
    const documents: Document[] = []
    for (const { id, sessionKey, askedAt } of endings.toSorted((a, b) => a.id - b.id)) {
      const document = await lockedDocument(id, trx)
      if (document.sessionKey !== sessionKey) return null
      if (await wereLetInSince(await sessionOf(document, trx), askedAt, trx)) return null
      documents.push(document)
    }
    const result = await work(documents, trx)
    for (const document of documents.filter(({ $isDeleted }) => !$isDeleted))
      await this.sessions.renew(document, 'ended_by_us', trx)
    return { result }
  }

  async #mayBeEdited(session: EditingSession, { isForGood }: EndOptions): Promise<boolean> {
    if (!(await hasWriters(session)) || !(await this.sessions.isOurs(session.sessionKey)))
      return false
    const { off } = this.settings
    if (off && isForGood && session.lastStatus === EDITING) throw new E_UNAVAILABLE(unasked(off))
    return !off
  }

  async #makeQuiet(session: EditingSession, options: EndOptions): Promise<void> {
    const state = await this.inquiry.settled(session)
    if (state.kind === 'unknown') await this.lose.handle(session)
    if (state.kind === 'unsaved') await this.#assertMayAbandon(options)
    if (state.kind !== 'edited') return
    if (!options.drop) throw new E_BEING_EDITED(await this.#who(state.userIds))
    await this.#disconnect(session)
    if (options.isForGood) await this.#assertGone(session)
  }

  /** The service itself never does. @throws E_UNSAVED_WORK, E_FORBIDDEN */
  async #assertMayAbandon({ drop }: EndOptions): Promise<void> {
    if (!drop || currentActing().kind === 'system') throw new E_UNSAVED_WORK()
    await assertPermission(documentPermissions.abandon)
  }

  /** What they changed until now is saved first. */
  async #disconnect(session: EditingSession): Promise<void> {
    try {
      await this.forceSave.handle(session)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.logger.warn({ err: error, documentId: session.documentId }, 'a session ends unsaved')
    }
    await this.turns.isIdle(session.documentId, this.settings.config.sessionEndSeconds * 1000)
    await this.dropCommand.send(session)
  }

  /** @throws E_BEING_EDITED */
  async #assertGone(session: EditingSession): Promise<void> {
    const state = await this.inquiry.settled(session)
    if (state.kind !== 'closed' && state.kind !== 'unknown') throw new E_BEING_EDITED(STAYING)
  }

  async #who(userIds: readonly number[]): Promise<Text> {
    const names = [...(await this.people.cardsOf(userIds)).values()].map(({ nickname }) => nickname)
    return names.length > 1
      ? say`${names.join(', ')} are editing the document; wait until they are done, or have them disconnected`
      : say`${names[0] ?? say`Somebody`} is editing the document; wait until they are done, or have them disconnected`
  }
}

async function find(id: number): Promise<Document> {
  const document = await Document.find(id)
  if (!document) throw new E_NOT_FOUND()
  return document
}

const STAYING = 'They were told to leave and have not been saved yet; try again in a moment'

function unasked(off: Said): Said {
  return say`Work in the document may not be saved yet, and the document server cannot be asked. ${off}; then repeat`
}
