import { createHash, randomBytes } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { E_UNAUTHENTICATED } from '#kernel/errors/main'
import { clock, StateStore } from '#kernel/state/main'
import { AccessTokens, SessionCache } from '#plugins/identity/main'
import type { Admission } from '../sockets/connection.js'
import { messagingConfig } from '../messaging_config.js'
import type { Credential } from './credentials.js'

/** What a token says, and what a ticket stands for that was drawn with it. */
interface Claims {
  userId: number
  /** The session's name. */
  sid: string
  expiresAtMs: number
}

/** Tells whose session a credential proves, and gives tickets for what headers prove. */
@inject()
export class SocketAuthenticator {
  constructor(
    private readonly store: StateStore,
    private readonly accessTokens: AccessTokens,
    private readonly sessions: SessionCache
  ) {}

  /**
   * A ticket is good once, on any node, and for no longer than the access token that it was drawn with. Only its hash is kept.
   *
   * @throws E_UNAUTHENTICATED
   */
  async ticketFor(userId: number, authorization: string) {
    const claims = await this.accessTokens.read(authorization.replace(/^Bearer /i, ''))
    if (!claims) throw new E_UNAUTHENTICATED()
    const { sid, expiresAtMs } = claims
    const ticket = randomBytes(32).toString('base64url')
    const { ticketSeconds: expiresIn } = messagingConfig()
    const kept: Claims = { userId, sid, expiresAtMs }
    await this.store.set(keyOf(ticket), JSON.stringify(kept), expiresIn * 1000)
    return { ticket, expiresIn }
  }

  /** `null` for a credential that is no good; faults of the service are thrown. */
  async admit({ kind, value }: Credential): Promise<Admission | null> {
    if (value === '') return null
    const claims =
      kind === 'ticket' ? await this.#redeem(value) : await this.accessTokens.read(value)
    return claims && this.#known(claims)
  }

  /** Whether the session still stands, with its operator as of now. */
  again(admission: Admission): Promise<Admission | null> {
    const { sid, expiresAtMs, operator } = admission
    return this.#known({ sid, expiresAtMs, userId: operator.id })
  }

  async #redeem(ticket: string): Promise<Claims | null> {
    const claims = await this.store.take(keyOf(ticket))
    return claims === null ? null : (JSON.parse(claims) as Claims)
  }

  async #known(claims: Claims): Promise<Admission | null> {
    if (claims.expiresAtMs <= clock.now()) return null
    const session = await this.sessions.find(claims)
    if (!session) return null

    const { operator } = session
    const expiresAtMs = Math.min(claims.expiresAtMs, session.expiresAtMs)
    return { operator, sessionId: operator.sessionId!, sid: claims.sid, expiresAtMs }
  }
}

function keyOf(ticket: string): string {
  return `im:ticket:${createHash('sha256').update(ticket).digest('base64url')}`
}
