import db from '@adonisjs/lucid/services/db'
import logger from '@adonisjs/core/services/logger'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import { type Bus, clock, type Versions } from '#kernel/state/main'
import Session, { type EndReason } from '../models/session.js'

export const SESSIONS_ENDED = 'identity.sessions_ended'
export const USERS_CHANGED = 'identity.users_changed'

/** A session that was ended, to be announced after the commit. */
export type EndedSession = Pick<Session, 'id' | 'sid'>

export interface SessionsEnded {
  sessionIds: number[]
  reason: EndReason
}

export interface UsersChanged {
  userIds: readonly number[]
}

/** Version keys under which nodes cache a session, by its `sid`, and a user. */
export const sessionKey = (sid: string) => `session:${sid}`
export const userKey = (userId: number | string) => `user:${userId}`

/** Of a user's sessions; all of them where neither is given. */
interface Selection {
  only?: number
  except?: number
}

/** Ends sessions, and notifies every node. */
export class SessionRegistry {
  constructor(
    private readonly versions: Versions,
    private readonly bus: Bus
  ) {}

  /** Ends sessions of one user; resolves to how many were open. */
  async end(userId: number, reason: EndReason, which: Selection = {}): Promise<number> {
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
    { only, except }: Selection = {}
  ): Promise<EndedSession[]> {
    return actAsSystem(`end sessions: ${reason}`, async () => {
      const open = Session.query({ client: trx }).where('userId', userId).whereNull('endedAt')
      if (only !== undefined) open.where('id', only)
      if (except !== undefined) open.whereNot('id', except)
      return writeEnd(await open.select('id', 'sid').forUpdate(), reason, trx)
    })
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
      return writeEnd(beyond.slice(most), 'superseded')
    })
    await this.announceEnd(ended, 'superseded')
  }

  /** The open sessions of users who are about to be deleted; to be announced after the commit. */
  openOf(userIds: readonly number[], trx: TransactionClientContract): Promise<EndedSession[]> {
    return actAsSystem('find the sessions of who is deleted', async () =>
      Session.query({ client: trx })
        .whereIn('userId', [...userIds])
        .whereNull('endedAt')
        .select('id', 'sid')
    )
  }

  /** To be called after the commit that ended the sessions. */
  async announceEnd(ended: readonly EndedSession[], reason: EndReason): Promise<void> {
    if (ended.length === 0) return
    await this.versions.bump(...ended.map(({ sid }) => sessionKey(sid)))
    const sessionIds = ended.map(({ id }) => id)
    await this.#publish(SESSIONS_ENDED, { sessionIds, reason } satisfies SessionsEnded)
  }

  /** Invalidates what every node has cached of these users; to be called after the commit of a change. */
  async usersChanged(userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0) return
    await this.versions.bump(...userIds.map(userKey))
    await this.#publish(USERS_CHANGED, { userIds } satisfies UsersChanged)
  }

  /** The commit stands even where other nodes cannot be notified: they read the versions again after an outage. */
  async #publish(channel: string, payload: object): Promise<void> {
    try {
      await this.bus.publish(channel, payload)
    } catch (error) {
      logger.warn({ err: error, channel }, 'other nodes could not be notified')
    }
  }
}

async function writeEnd(
  ended: EndedSession[],
  endReason: EndReason,
  client?: TransactionClientContract
): Promise<EndedSession[]> {
  if (ended.length === 0) return []
  const ids = ended.map(({ id }) => id)
  await Session.query({ client })
    .whereIn('id', ids)
    .whereNull('endedAt')
    .update({ endedAt: toStored(clock.now()), endReason })
  return ended
}
