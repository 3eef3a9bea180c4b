import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { toStored } from '#kernel/database/main'
import { Refusal } from '#kernel/errors/main'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { operatorOf, People } from '#plugins/identity/main'
import { EditorSettings } from '../editor/editor_settings.js'
import Document from '../models/document.js'
import EditingSession from '../models/editing_session.js'
import SessionParticipant from '../models/session_participant.js'
import { DocumentReaders } from '../rights/document_readers.js'
import { DocumentRights } from '../rights/document_rights.js'
import { OuterReasons } from '../rights/outer_reasons.js'
import { DAY_MS } from '../spans.js'
import { noteInLog } from '../versions/document_log.js'
import { DropCommand } from './drop_command.js'

/** Whose participations are looked at; everybody's when left out. */
export interface Narrowed {
  userIds?: readonly number[]
  loginIds?: readonly number[]
  documentIds?: readonly number[]
}

const BATCH = 200

/**
 * Disconnects people from open sessions who would not be let in at their level any more: they were disabled, their login
 * was ended, a role or a share was taken from them.
 */
@inject()
export class NarrowedRights {
  constructor(
    private readonly settings: EditorSettings,
    private readonly people: People,
    private readonly rights: DocumentRights,
    private readonly readers: DocumentReaders,
    private readonly outer: OuterReasons,
    private readonly dropCommand: DropCommand,
    private readonly logger: Logger
  ) {}

  handle(narrowed: Narrowed = {}): Promise<void> {
    return actAsSystem('end what somebody may no longer do', async () => {
      if (this.settings.off) return
      let after = 0
      for (;;) {
        const some = await participantsAfter(after, narrowed)
        await this.#review(some)
        if (some.length < BATCH) return
        after = some.at(-1)!.id
      }
    })
  }

  /** The same of people who have just come. */
  async ofSession({ id: sessionId }: EditingSession, userIds: readonly number[]): Promise<void> {
    if (this.settings.off) return
    await this.#review(
      await SessionParticipant.query()
        .where({ sessionId })
        .whereIn('userId', [...userIds])
    )
  }

  async #review(participants: readonly SessionParticipant[]): Promise<void> {
    if (participants.length === 0) return
    const sessions = await sessionsOf(participants)
    const isEntitled = await this.#entitled(participants, [...sessions.values()])
    const bySession = Map.groupBy(participants, ({ sessionId }) => sessionId)
    for (const [sessionId, theirs] of bySession) {
      const session = sessions.get(sessionId)!
      const userIds = theirs.filter((one) => !isEntitled(one, session)).map(({ userId }) => userId)
      if (userIds.length > 0) await this.#disconnect(session, [...new Set(userIds)])
    }
  }

  async #entitled(participants: readonly SessionParticipant[], sessions: EditingSession[]) {
    const cards = await this.people.cardsOf(participants.map(({ userId }) => userId))
    const operators = [...cards.values()].filter(({ active }) => active).map(operatorOf)
    const documents = await Document.query().whereIn(
      'id',
      sessions.map(({ documentId }) => documentId)
    )
    const levelsOf = await this.rights.ofEach(documents, operators)
    const reads = await this.readers.of(documents, operators)
    const logins = participants.map(({ userId, loginId }) => ({ userId, sessionId: loginId }))
    const outerReason = await this.outer.of(logins, cards)
    const byId = new Map(documents.map((document) => [document.id, document]))
    return ({ userId, loginId, level }: SessionParticipant, session: EditingSession) => {
      const document = byId.get(session.documentId)!
      if (outerReason({ userId, sessionId: loginId })) return false
      return level === 'view' ? reads(document, userId) : levelsOf(document, userId).has(level)
    }
  }

  /** Whoever cannot be disconnected now is so the next time. */
  async #disconnect(session: EditingSession, userIds: readonly number[]): Promise<void> {
    const { documentId } = session
    try {
      await this.dropCommand.send(session, userIds)
      await noteInLog(documentId, { action: 'session_dropped', detail: { userIds } })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.logger.warn({ err: error, documentId, userIds }, 'people stay in a document for now')
    }
  }
}

/** Those who may be inside, also of a session that was ended here, and were not disconnected since they came. */
function participantsAfter(
  id: number,
  { userIds, loginIds, documentIds }: Narrowed
): Promise<SessionParticipant[]> {
  const recently = toStored(clock.now() - DAY_MS)
  const sessions = EditingSession.query().select('id')
  void sessions.where((there) => {
    void there.where('state', 'open').orWhere((ended) => {
      void ended.where('closeReason', 'ended_by_us').where('closedAt', '>', recently)
    })
  })
  if (documentIds) void sessions.whereIn('documentId', [...documentIds])
  const inside = EditingSession.query().where('lastStatus', 1).select('id')
  const participants = SessionParticipant.query()
    .where('id', '>', id)
    .whereIn('sessionId', sessions)
    .where((recent) => {
      void recent.where('lastLetInAt', '>', recently)
      void recent.orWhereIn('sessionId', inside)
    })
    .where((there) => {
      void there.whereNull('droppedAt').orWhereColumn('dropped_at', '<', 'last_let_in_at')
      void there.orWhereColumn('dropped_at', '<', 'seen_at')
    })
  if (userIds) void participants.whereIn('userId', [...userIds])
  if (loginIds) void participants.whereIn('loginId', [...loginIds])
  return participants.orderBy('id').limit(BATCH).exec()
}

async function sessionsOf(participants: readonly SessionParticipant[]) {
  const ids = [...new Set(participants.map(({ sessionId }) => sessionId))]
  const sessions = await EditingSession.query().whereIn('id', ids)
  return new Map(sessions.map((session) => [session.id, session]))
}
