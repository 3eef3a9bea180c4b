import db from '@adonisjs/lucid/services/db'
import logger from '@adonisjs/core/services/logger'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import { actAsSystem } from '#kernel/operator/acting'
import type { Bus } from '#kernel/state/bus'
import type { Versions } from '#kernel/state/versions'
import Session, { type EndReason } from '../models/session.js'

export const SESSIONS_ENDED = 'identity.sessions_ended'
export const USERS_CHANGED = 'identity.users_changed'

export interface SessionsEnded {
  sessionIds: number[]
  reason: EndReason
}

export interface UsersChanged {
  userIds: readonly number[]
}

/** Version keys under which nodes keep what they know of a session and of a user. */
export const sessionKey = (sessionId: number | string) => `session:${sessionId}`
export const userKey = (userId: number | string) => `user:${userId}`

/** Ends sessions, and tells every node. */
export class SessionRegistry {
  constructor(
    private readonly versions: Versions,
    private readonly bus: Bus
  ) {}

  /** Ends sessions of one user; resolves to how many were open. */
  async end(
    userId: number,
    reason: EndReason,
    which: { only?: number; except?: number } = {}
  ): Promise<number> {
    const sessionIds = await actAsSystem(`end sessions: ${reason}`, () =>
      this.#markEnded(userId, reason, which)
    )
    await this.announceEnd(sessionIds, reason)
    return sessionIds.length
  }

  /** The open sessions of users who are about to be deleted; to be announced after the commit. */
  openIds(userIds: readonly number[], trx: TransactionClientContract): Promise<number[]> {
    return actAsSystem('find the sessions of who is deleted', async () => {
      const open = await Session.query({ client: trx })
        .whereIn('userId', [...userIds])
        .whereNull('endedAt')
        .select('id')
      return open.map(({ id }) => id)
    })
  }

  /** To be called after the commit that ended the sessions. */
  async announceEnd(sessionIds: number[], reason: EndReason): Promise<void> {
    if (sessionIds.length === 0) return
    await this.versions.bump(...sessionIds.map(sessionKey))
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

  async #markEnded(userId: number, reason: EndReason, which: { only?: number; except?: number }) {
    return db.transaction(async (trx) => {
      const query = Session.query({ client: trx })
        .where('userId', userId)
        .whereNull('endedAt')
        .select('id')
        .forUpdate()
      if (which.only !== undefined) query.where('id', which.only)
      if (which.except !== undefined) query.whereNot('id', which.except)

      const sessionIds = (await query).map(({ id }) => id)
      if (sessionIds.length === 0) return []
      await Session.query({ client: trx })
        .whereIn('id', sessionIds)
        .update({ endedAt: toStored(DateTime.utc()), endReason: reason })
      return sessionIds
    })
  }
}
