import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import logger from '@adonisjs/core/services/logger'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { E_REFRESH_REJECTED } from '../errors.js'
import RefreshToken from '../models/refresh_token.js'
import Session from '../models/session.js'
import User from '../models/user.js'
import { recordSecurityEvent } from '../security_log.js'
import { AccessTokens } from '../sessions/access_tokens.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { SessionPolicy } from '../sessions/session_policy.js'
import { RefreshSecrets } from '../sessions/refresh_secrets.js'
import { SessionRegistry } from '../sessions/session_registry.js'
import type { TokenPair } from '../transformers/token_pair_transformer.js'

interface Exchange {
  session: Session
  /** `null` where the token was used before and its grace is over. */
  successor: { token: string; expiresAtMs: number } | null
}

/**
 * Exchanges a refresh token for its successor. Within the grace a second use yields the same successor, since tabs of a
 * browser may race; after it a second use counts as theft and ends the session.
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
    private readonly accessTokens: AccessTokens
  ) {}

  async handle(token: string, client: ClientDetails): Promise<TokenPair> {
    const { session, successor } = await actAsSystem('refresh a session by its secret', () =>
      db.transaction((trx) => this.#exchange(token, trx))
    )
    if (!successor) return this.#endStolen(session, client)
    const claims = { userId: session.userId, sid: session.sid }
    return this.accessTokens.pair(claims, successor.token, successor.expiresAtMs)
  }

  async #exchange(token: string, trx: TransactionClientContract): Promise<Exchange> {
    const tokens = () => RefreshToken.query({ client: trx })
    const found = await tokens().where('hash', this.secrets.hash(token)).first()
    if (!found) throw new E_REFRESH_REJECTED()

    const session = await this.#openSession(found.sessionId, trx)
    const { usedAt, expiresAt, nonce, id } = await tokens()
      .where('id', found.id)
      .forUpdate()
      .firstOrFail()
    const now = clock.now()
    const graceMs = this.policy.rule.graceSeconds * 1000
    if (usedAt && now - usedAt.toMillis() >= graceMs) return { session, successor: null }
    if (expiresAt.toMillis() <= now) throw new E_REFRESH_REJECTED()

    const expiresAtMs = this.policy.expiryMs(session.createdAt.toMillis(), now)
    const successor = { token: this.secrets.successor(token, nonce), expiresAtMs }
    if (usedAt) return { session, successor }

    await this.policy.countRefresh(session.id)
    await tokens()
      .where({ id })
      .update({ usedAt: toStored(now) })
    await this.#store(successor, session, now, trx)
    return { session, successor }
  }

  /** Locks the session's row, so that a logout comes either before the whole exchange or after it. */
  async #openSession(sessionId: number, trx: TransactionClientContract): Promise<Session> {
    const session = await Session.query({ client: trx }).where('id', sessionId).forUpdate().first()
    if (!session || session.endedAt) throw new E_REFRESH_REJECTED()
    if (this.policy.endMs(session.createdAt.toMillis()) <= clock.now())
      throw new E_REFRESH_REJECTED()

    const enabled = { id: session.userId, status: 'enabled' }
    if (!(await User.query({ client: trx }).where(enabled).first())) throw new E_REFRESH_REJECTED()
    return session
  }

  async #store(
    { token, expiresAtMs }: NonNullable<Exchange['successor']>,
    session: Session,
    now: number,
    client: TransactionClientContract
  ): Promise<void> {
    const expiresAt = DateTime.fromMillis(expiresAtMs)
    await Session.query({ client })
      .where('id', session.id)
      .update({ lastUsedAt: toStored(now), expiresAt: toStored(expiresAt) })
    const [hash, nonce] = [this.secrets.hash(token), this.secrets.nonce()]
    await RefreshToken.create({ sessionId: session.id, hash, nonce, expiresAt }, { client })
  }

  async #endStolen({ userId, id: sessionId }: Session, client: ClientDetails): Promise<never> {
    await this.registry.end(userId, 'refresh_reused', { only: sessionId })
    await recordSecurityEvent({ ...client, type: 'refresh_reused', userId, sessionId })
    logger.warn(
      { userId, sessionId },
      'a used refresh token was presented again; its session was ended'
    )
    throw new E_REFRESH_REJECTED()
  }
}
