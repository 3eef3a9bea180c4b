import { DateTime } from 'luxon'
import type User from '../models/user.js'
import type { AccessTokens } from '../sessions/access_tokens.js'
import type { ClientDetails } from '../sessions/client_details.js'
import type { RefreshSecrets } from '../sessions/refresh_secrets.js'
import { openSession } from './session_opening.js'

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
    private readonly secrets: RefreshSecrets,
    private readonly accessTokens: AccessTokens,
    private readonly refreshSeconds: number
  ) {}

  /** @param account what the operator logged in as; none where nobody typed a password */
  async openFor(
    { id: userId }: Pick<User, 'id'>,
    client: ClientDetails,
    account: string | null = null
  ): Promise<TokenPair> {
    const refreshToken = this.secrets.fresh()
    const openedAt = DateTime.utc()
    const sessionId = await openSession({
      userId,
      client,
      account,
      token: { hash: this.secrets.hash(refreshToken), nonce: this.secrets.nonce() },
      openedAt,
      expiresAt: openedAt.plus({ seconds: this.refreshSeconds }),
    })
    return this.pair({ userId, sessionId }, refreshToken)
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
