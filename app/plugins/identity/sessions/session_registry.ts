import db from '@adonisjs/lucid/services/db'
import logger from '@adonisjs/core/services/logger'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import { type Bus, clock, type Versions } from '#kernel/state/main'
import Session, { type EndReason } from '../models/session.js'
import type { EndedSession } from './session_name.js'

export const SESSIONS_ENDED = 'identity.sessions_ended'
export const USERS_CHANGED = 'identity.users_changed'

export interface SessionsEnded {
  sessionIds: number[]
  reason: EndReason
}

export interface UsersChanged {
  userIds: readonly number[]
}

/** Version keys under which nodes keep what they know of a session, by its name, and of a user. */
export const sessionKey = (name: string) => `session:${name}`
export const userKey = (userId: number | string) => `user:${userId}`

/** Which of a user's sessions are meant; all of them where neither is given. */
interface Which {
  only?: number
  except?: number
}

/** Ends sessions, and tells every node. */
export class SessionRegistry {
  constructor(
    private readonly versions: Versions,
    private readonly bus: Bus
  ) {}

  /** Ends sessions of one user; resolves to how many were open. */
  async end(userId: number, reason: EndReason, which: Which = {}): Promise<number> {
    const ended = await db.transaction((trx) => this.endWithin(trx, userId, reason, which))
    await this.announceEnd(ended, reason)
    return ended.length
  }

  /**
   * Ends sessions together with what ends them, such as another password: to be announced after the commit. The user's
   * row must be locked before, since who opens a session locks it too.
   */
  endWithin(
    trx: TransactionClientContract,
    userId: number,
    reason: EndReason,
    which: Which = {}
  ): Promise<EndedSession[]> {
    return actAsSystem(`end sessions: ${reason}`, () => markEnded(trx, userId, reason, which))
  }

  /** Ends those of a user’s sessions that were used longest ago, where more than `most` are open. */
  async endBeyond(userId: number, most: number): Promise<void> {
    const ended = await actAsSystem('end sessions: superseded', async () => {
      const open = Session.query().where('userId', userId).whereNull('endedAt')
      const beyond = await open
        .where('expiresAt', '>', toStored(clock.now()))
        .orderBy('lastUsedAt', 'desc')
        .orderBy('id', 'desc')
        .select('id', 'sid')
      return writeEnd(beyond.slice(most).map(toEnded), 'superseded')
    })
    await this.announceEnd(ended, 'superseded')
  }

  /** The open sessions of users who are about to be deleted; to be announced after the commit. */
  openOf(userIds: readonly number[], trx: TransactionClientContract): Promise<EndedSession[]> {
    return actAsSystem('find the sessions of who is deleted', async () => {
      const open = await Session.query({ client: trx })
        .whereIn('userId', [...userIds])
        .whereNull('endedAt')
        .select('id', 'sid')
      return open.map(toEnded)
    })
  }

  /** To be called after the commit that ended the sessions. */
  async announceEnd(ended: readonly EndedSession[], reason: EndReason): Promise<void> {
    if (ended.length === 0) return
    await this.versions.bump(...ended.map(({ name }) => sessionKey(name)))
    const sessionIds = ended.map(({ id }) => id)
    await this.#tell(SESSIONS_ENDED, { sessionIds, reason } satisfies SessionsEnded)
  }

  /** What is kept of these users is void on every node: call it after the commit of a change. */
  async usersChanged(userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0) return
    await this.versions.bump(...userIds.map(userKey))
    await this.#tell(USERS_CHANGED, { userIds } satisfies UsersChanged)
  }

  /** What was committed stands even when other nodes cannot be told; they ask again once they are back. */
  async #tell(channel: string, payload: object): Promise<void> {
    try {
      await this.bus.publish(channel, payload)
    } catch (error) {
      logger.warn({ err: error, channel }, 'other nodes could not be told')
    }
  }
}

async function markEnded(
  client: TransactionClientContract,
  userId: number,
  reason: EndReason,
  { only, except }: Which
): Promise<EndedSession[]> {
  const query = Session.query({ client }).where('userId', userId).whereNull('endedAt')
  if (only !== undefined) query.where('id', only)
  if (except !== undefined) query.whereNot('id', except)

  const ended = (await query.select('id', 'sid').forUpdate()).map(toEnded)
  if (ended.length === 0) return []
  return writeEnd(ended, reason, client)
}

async function writeEnd(
  ended: EndedSession[],
  endReason: EndReason,
  client?: TransactionClientContract
): Promise<EndedSession[]> {
  const ids = ended.map(({ id }) => id)
  await Session.query({ client })
    .whereIn('id', ids)
    .whereNull('endedAt')
    .update({ endedAt: toStored(clock.now()), endReason })
  return ended
}

function toEnded(session: Session): EndedSession {
  return { id: session.id, name: session.sid }
}
