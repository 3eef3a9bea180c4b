import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import logger from '@adonisjs/core/services/logger'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { E_REFRESH_REJECTED } from '../errors.js'
import { SessionLogin, type TokenPair } from '../sessions/session_login.js'
import RefreshToken from '../models/refresh_token.js'
import Session from '../models/session.js'
import User from '../models/user.js'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { SessionPolicy } from '../sessions/session_policy.js'
import { RefreshSecrets } from '../sessions/refresh_secrets.js'
import { SessionRegistry } from '../sessions/session_registry.js'

type Outcome = { session: Session } & (
  { successor: string; expiresAtMs: number } | { stolen: true }
)

interface Rotation {
  successor: string
  now: number
  expiresAtMs: number
}

/**
 * Exchanges a refresh token for its successor. Within the grace a second use yields the same successor, since tabs
 * race; after it a second use is theft and ends the session.
 *
 * @throws E_REFRESH_REJECTED
 * @throws E_TOO_MANY_REQUESTS for a session that is refreshed too often; its token stays good
 */
@inject()
export class RefreshSession {
  constructor(
    private readonly secrets: RefreshSecrets,
    private readonly policy: SessionPolicy,
    private readonly registry: SessionRegistry,
    private readonly login: SessionLogin
  ) {}

  async handle(token: string, client: ClientDetails): Promise<TokenPair> {
    const outcome = await actAsSystem('refresh a session by its secret', () =>
      db.transaction((trx) => this.#exchange(token, trx))
    )
    if ('stolen' in outcome) return this.#endStolen(outcome, client)
    const { session, successor, expiresAtMs } = outcome
    const claims = { userId: session.userId, sid: session.sid }
    return this.login.pair(claims, successor, expiresAtMs)
  }

  async #exchange(token: string, trx: TransactionClientContract): Promise<Outcome> {
    const hash = this.secrets.hash(token)
    const found = await RefreshToken.query({ client: trx }).where('hash', hash).first()
    if (!found) throw new E_REFRESH_REJECTED()

    const session = await this.#openSession(found.sessionId, trx)
    const current = await RefreshToken.query({ client: trx })
      .where('id', found.id)
      .forUpdate()
      .firstOrFail()
    const now = clock.now()

    if (current.usedAt && now - current.usedAt.toMillis() >= this.policy.rule.graceSeconds * 1000) {
      return { session, stolen: true }
    }
    if (current.expiresAt.toMillis() <= now) throw new E_REFRESH_REJECTED()

    const successor = this.secrets.successor(token, current.nonce)
    const expiresAtMs = this.policy.expiryMs(session.createdAt.toMillis(), now)
    if (!current.usedAt) {
      await this.policy.spendRefresh(session.id)
      await this.#rotate(current, session, { successor, now, expiresAtMs }, trx)
    }
    return { session, successor, expiresAtMs }
  }

  /** Locks the session's row, so that a logout comes either before the whole exchange or after it. */
  async #openSession(sessionId: number, trx: TransactionClientContract): Promise<Session> {
    const session = await Session.query({ client: trx }).where('id', sessionId).forUpdate().first()
    if (!session || session.endedAt) throw new E_REFRESH_REJECTED()
    if (this.policy.endMs(session.createdAt.toMillis()) <= clock.now())
      throw new E_REFRESH_REJECTED()

    const user = await User.query({ client: trx })
      .where('id', session.userId)
      .where('status', 'enabled')
      .first()
    if (!user) throw new E_REFRESH_REJECTED()
    return session
  }

  async #rotate(
    used: RefreshToken,
    session: Session,
    { successor, now, expiresAtMs }: Rotation,
    trx: TransactionClientContract
  ) {
    const expiresAt = DateTime.fromMillis(expiresAtMs)
    await RefreshToken.query({ client: trx })
      .where('id', used.id)
      .update({ usedAt: toStored(now) })
    await Session.query({ client: trx })
      .where('id', session.id)
      .update({ lastUsedAt: toStored(now), expiresAt: toStored(expiresAt) })
    await RefreshToken.create(
      {
        sessionId: session.id,
        hash: this.secrets.hash(successor),
        nonce: this.secrets.nonce(),
        expiresAt,
      },
      { client: trx }
    )
  }

  async #endStolen({ session }: Outcome, client: ClientDetails): Promise<never> {
    const { userId, id: sessionId } = session
    await this.registry.end(userId, 'refresh_reused', { only: sessionId })
    await recordSecurityEvent({ ...client, type: 'refresh_reused', userId, sessionId })
    logger.warn(
      { userId, sessionId },
      'a used refresh token was presented again; its session was ended'
    )
    throw new E_REFRESH_REJECTED()
  }
}
