import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { Refusal } from '#kernel/errors/main'
import { identifiersIn } from '#kernel/contracts/main'
import { clock } from '#kernel/state/main'
import { People } from '#plugins/identity/main'
import type { CallbackPayload } from '../editor/callback_payload.js'
import Document from '../models/document.js'
import DocumentSave from '../models/document_save.js'
import { EDITING, type default as EditingSession } from '../models/editing_session.js'
import { Tell } from '../notices/tell.js'
import { noteAllInLog, noteInLog } from '../versions/document_log.js'
import { lockedDocument } from '../versions/locked_document.js'
import { DropCommand } from '../sessions/drop_command.js'
import { NarrowedRights } from '../sessions/narrowed_rights.js'
import { participantsAmong, seen } from '../sessions/participants.js'
import { SessionTurns } from '../sessions/session_turns.js'
import { Sessions } from '../sessions/sessions.js'

/** As the type of an action. */
const JOINED = 1

/** Takes what the document server says of who is inside. With `userdata` it answers a question of ours. */
@inject()
export class TakeWord {
  constructor(
    private readonly people: People,
    private readonly turns: SessionTurns,
    private readonly sessions: Sessions,
    private readonly rights: NarrowedRights,
    private readonly dropCommand: DropCommand,
    private readonly tell: Tell,
    private readonly logger: Logger
  ) {}

  /** Statuses 0 and 1. */
  async editing(session: EditingSession, payload: CallbackPayload): Promise<void> {
    const userIds = identifiersIn(payload.users)
    await this.#note(session, payload, userIds)
    await seen(session, userIds)
    await this.#logActions(session, payload)
    if (session.state === 'closed') return this.#disconnect(session, userIds)
    const comers = payload.actions.filter(({ type }) => type === JOINED)
    const userIdsIn = identifiersIn(comers.map(({ userId }) => userId))
    if (userIdsIn.length > 0) await this.rights.ofSession(session, userIdsIn)
  }

  /**
   * Status 4. It ends nothing where nothing was saved: a connection that was interrupted brings it, and our own questions.
   * Where something was, all of it was undone since, or lost.
   */
  async closed(session: EditingSession, payload: CallbackPayload): Promise<void> {
    await this.turns.run(session.documentId, async () => {
      await session.refresh()
      const isUndone = session.state === 'open' && (await hasSaves(session))
      if (!payload.userdata && !isUndone) session.quietAt = DateTime.fromMillis(clock.now())
      await this.#note(session, payload, [])
      if (isUndone) await this.#undone(session)
    })
    if (!payload.userdata) await noteInLog(session.documentId, { action: 'editing_ended' })
  }

  /** What was saved stays the current version, and the next session begins with it. */
  async #undone({ documentId, sessionKey }: EditingSession): Promise<void> {
    const session = await db.transaction(async (trx) => {
      const document = await lockedDocument(documentId, trx)
      if (document.sessionKey !== sessionKey) return null
      await this.sessions.renew(document, 'unchanged', trx)
      const { versionNo } = document
      await noteInLog(documentId, { action: 'closed_unsaved', versionNo }, trx)
      return this.tell.mark(sessionKey, 'undone', trx)
    })
    if (session) await this.tell.ofMarked(session)
  }

  async #note(session: EditingSession, payload: CallbackPayload, userIds: readonly number[]) {
    const lastUsers = await participantsAmong(session, userIds)
    const { status: lastStatus, userdata } = payload
    if (!userdata || !isStillUnsaved(session, lastStatus, lastUsers))
      session.lastWordAt = DateTime.fromMillis(clock.now())
    session.merge({ lastStatus, lastUsers })
    if (userdata) session.answered = userdata
    await session.save()
    await this.#showEditing(session, lastUsers)
  }

  /** In the document's row, for lists. */
  async #showEditing({ documentId, sessionKey }: EditingSession, userIds: readonly number[]) {
    const cards = await this.people.cardsOf(userIds)
    const editing = [...cards.values()].map(({ id, nickname: name }) => ({ id, name }))
    await Document.query()
      .where({ id: documentId, sessionKey })
      .update({ editing: JSON.stringify(editing) })
  }

  async #logActions({ documentId }: EditingSession, { actions }: CallbackPayload) {
    const cards = await this.people.cardsOf(identifiersIn(actions.map(({ userId }) => userId)))
    const entries = actions.map(({ type, userId }) => {
      const card = cards.get(identifiersIn([userId])[0] ?? 0)
      const action = type === JOINED ? ('editing_started' as const) : ('editing_left' as const)
      return { action, author: card && { id: card.id, name: card.nickname } }
    })
    await noteAllInLog(documentId, entries)
  }

  /** Whoever stays in an ended session writes into the void: what they save lies beside the document. */
  async #disconnect(session: EditingSession, userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0) return
    try {
      await this.dropCommand.send(session, userIds)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.logger.warn(
        { err: error, documentId: session.documentId },
        'people stay in an ended session'
      )
    }
  }
}

/** Then people are notified after a while, however often we ask meanwhile. */
function isStillUnsaved(session: EditingSession, status: number, users: readonly number[]) {
  const wasUnsaved = session.lastStatus === EDITING && session.lastUsers.length === 0
  return wasUnsaved && status === EDITING && users.length === 0
}

async function hasSaves({ sessionKey }: EditingSession): Promise<boolean> {
  const saves = DocumentSave.query().where({ sessionKey, outcome: 'version' })
  return (await saves.first()) !== null
}
