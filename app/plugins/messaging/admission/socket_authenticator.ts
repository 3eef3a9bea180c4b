import { inject } from '@adonisjs/core'
import { E_UNAUTHENTICATED } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import { AccessTokens, SessionCache } from '#plugins/identity/main'
import type { Admission } from '../sockets/connection.js'
import type { Credential } from './credentials.js'
import { Tickets, type TicketClaims } from './tickets.js'

/** Tells whose session a credential proves, and gives tickets for what headers prove. */
@inject()
export class SocketAuthenticator {
  constructor(
    private readonly tickets: Tickets,
    private readonly accessTokens: AccessTokens,
    private readonly sessions: SessionCache
  ) {}

  /** A ticket is good for no longer than the access token that it was drawn with. @throws E_UNAUTHENTICATED */
  async ticketFor(userId: number, authorization: string) {
    const claims = await this.accessTokens.read(authorization.replace(/^Bearer /i, ''))
    if (!claims) throw new E_UNAUTHENTICATED()
    const { sid, expiresAtMs } = claims
    return this.tickets.issue({ userId, sid, expiresAtMs })
  }

  /** `null` for a credential that is no good; faults of the service are thrown. */
  async admit({ kind, value }: Credential): Promise<Admission | null> {
    if (value === '') return null
    const claims =
      kind === 'ticket' ? await this.tickets.redeem(value) : await this.accessTokens.read(value)
    return claims && this.#known(claims)
  }

  /** Whether the session still stands, with its operator as of now. */
  again(admission: Admission): Promise<Admission | null> {
    const { sid, expiresAtMs, operator } = admission
    return this.#known({ sid, expiresAtMs, userId: operator.id })
  }

  async #known(claims: TicketClaims): Promise<Admission | null> {
    if (claims.expiresAtMs <= clock.now()) return null
    const session = await this.sessions.find(claims)
    if (!session) return null

    const { operator } = session
    const expiresAtMs = Math.min(claims.expiresAtMs, session.expiresAtMs)
    return { operator, sessionId: operator.sessionId!, sid: claims.sid, expiresAtMs }
  }
}
