import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import Document from '../models/document.js'
import DocumentVersion from '../models/document_version.js'
import EditingSession, { type SessionNotice } from '../models/editing_session.js'
import { wereLetInSince, writersOf } from '../sessions/participants.js'
import { DocumentNotices } from './document_notices.js'
import { noteNotice, noticesLeft } from './form_pace.js'
import { sessionNotice } from './session_notices.js'
import { formNotice, versionNotice } from './version_notices.js'

const BATCH = 100

/** Whoever is told while something is taken is told by then. */
const TOLD_BY_MS = 60_000

/**
 * Notifies the owner of a document and everybody who could write in a session of what became of it, once for each reason
 * until somebody comes to it who may not know it yet. What could not be sent is sent by the sweep.
 */
@inject()
export class Tell {
  constructor(
    private readonly notices: DocumentNotices,
    private readonly logger: Logger
  ) {}

  /** Of a version that lies beside, that was recovered, or that is a form. Never throws. */
  async ofVersion(version: DocumentVersion): Promise<void> {
    if (!isToldOf(version)) return
    await this.#trying(async () => {
      const document = await Document.findOrFail(version.documentId)
      const toldAt = now()
      const isSent =
        version.kind === 'submitted_form'
          ? await this.#tellOwner(document, version)
          : await this.#tellParticipants(document, version)
      if (isSent) await version.merge({ toldAt }).save()
    })
  }

  /** Marks a session, so that its participants are told; `null` where all of them were told the same before. */
  async mark(
    sessionKey: string,
    notice: SessionNotice,
    client?: TransactionClientContract
  ): Promise<EditingSession | null> {
    const session = await EditingSession.findByOrFail({ sessionKey }, { client })
    if (session.notice === notice && (await allWereTold(session, session.toldAt, client)))
      return null
    return session.merge({ notice, toldAt: null }).save()
  }

  async ofSession({ sessionKey }: EditingSession, notice: SessionNotice): Promise<void> {
    const session = await this.mark(sessionKey, notice)
    if (session) await this.ofMarked(session)
  }

  /** Never throws. */
  async ofMarked({ id }: EditingSession): Promise<void> {
    await this.#trying(async () => {
      const session = await EditingSession.findOrFail(id)
      const document = await Document.findOrFail(session.documentId)
      const notice = sessionNotice(document, session.notice!)
      const toldAt = now()
      const people = await this.#people(document, session)
      if (await this.notices.send(people, document, notice)) await session.merge({ toldAt }).save()
    })
  }

  /** Whatever could not be sent before. */
  async rest(): Promise<void> {
    const before = toStored(clock.now() - TOLD_BY_MS)
    const versions = DocumentVersion.described()
      .whereIn('kind', [...TOLD])
      .whereNot('placement', 'older')
      .whereNull('toldAt')
    const sessions = EditingSession.query().whereNotNull('notice').whereNull('toldAt')
    for (const version of await versions.where('createdAt', '<', before).orderBy('id').limit(BATCH))
      await this.ofVersion(version)
    for (const session of await sessions.orderBy('id').limit(BATCH)) await this.ofMarked(session)
  }

  async #tellParticipants(document: Document, version: DocumentVersion): Promise<boolean> {
    const session = await EditingSession.findByOrFail({ sessionKey: version.sessionKey })
    if (await allWereTold(session, await lastTold(version))) return true
    const people = await this.#people(document, session, version.contributors)
    return this.notices.send(people, document, versionNotice(document, version))
  }

  /** Not of what they submitted themselves, nor of all that thousands submit. */
  async #tellOwner(document: Document, version: DocumentVersion): Promise<boolean> {
    const { id, ownerId } = document
    const left = await noticesLeft(id)
    if (ownerId === null || ownerId === version.authorId || left <= 0) return true
    const notice = formNotice(document, version, left === 1)
    const isSent = await this.notices.send([ownerId], document, notice)
    if (isSent) await noteNotice(id)
    return isSent
  }

  async #people(
    { ownerId }: Document,
    session: EditingSession,
    contributors: readonly number[] = []
  ): Promise<number[]> {
    const owner = ownerId === null ? [] : [ownerId]
    return [...new Set([...owner, ...contributors, ...(await writersOf(session))])]
  }

  async #trying(work: () => Promise<void>): Promise<void> {
    try {
      await actAsSystem('notify people of their work', work)
    } catch (error) {
      this.logger.error({ err: error }, 'people are notified later')
    }
  }
}

const TOLD = ['late', 'recovered', 'submitted_form'] as const

function isToldOf({ kind, placement }: DocumentVersion): boolean {
  return TOLD.some((one) => one === kind) && placement !== 'older'
}

/** When people were last told of another version of the session for the same reason. */
async function lastTold({ id, sessionKey, placement, kind }: DocumentVersion) {
  const others = DocumentVersion.described().where({ sessionKey, placement, kind })
  const told = others.whereNot('id', id).whereNotNull('toldAt').orderBy('toldAt', 'desc')
  return (await told.first())?.toldAt ?? null
}

/** Whether nobody came to the session, and nobody was left out as having no work in it, since people were told. */
async function allWereTold(
  session: EditingSession,
  toldAt: DateTime | null,
  client?: TransactionClientContract
): Promise<boolean> {
  if (!toldAt || (session.quietAt && session.quietAt >= toldAt)) return false
  return !(await wereLetInSince(session, toldAt.toMillis(), client))
}

const now = () => DateTime.fromMillis(clock.now())
