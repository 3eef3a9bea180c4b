import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type User from '../models/user.js'
import type { AccessTokens } from '../sessions/access_tokens.js'
import type { ClientDetails } from '../sessions/client_details.js'
import type { SessionRegistry } from '../sessions/session_registry.js'

export interface TokenPair {
  accessToken: string
  refreshToken: string
  tokenType: 'Bearer'
  /** seconds */
  expiresIn: number
  /** seconds */
  refreshExpiresIn: number
}

/** Turns an operator who proved themselves into a session with its tokens. */
export class SessionLogin {
  constructor(
    private readonly registry: SessionRegistry,
    private readonly accessTokens: AccessTokens,
    private readonly refreshSeconds: number
  ) {}

  async openFor(
    user: Pick<User, 'id'>,
    client: ClientDetails,
    along: (sessionId: number, trx: TransactionClientContract) => Promise<unknown> = async () =>
      undefined
  ): Promise<TokenPair> {
    const { session, refreshToken } = await db.transaction(async (trx) => {
      const opened = await this.registry.open(user.id, client, trx)
      await along(opened.session.id, trx)
      return opened
    })
    return this.pair({ userId: user.id, sessionId: session.id }, refreshToken)
  }

  async pair(
    claims: { userId: number; sessionId: number },
    refreshToken: string
  ): Promise<TokenPair> {
    return {
      accessToken: await this.accessTokens.issue(claims),
      refreshToken,
      tokenType: 'Bearer',
      expiresIn: this.accessTokens.lifetimeSeconds,
      refreshExpiresIn: this.refreshSeconds,
    }
  }
}
