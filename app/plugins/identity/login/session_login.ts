import { inject } from '@adonisjs/core'
import { clock } from '#kernel/state/main'
import { AccessTokens, type AccessClaims } from '../sessions/access_tokens.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { openSession, type Opening } from './open_session.js'
import { RefreshSecrets } from '../sessions/refresh_secrets.js'
import { newSessionName } from '../sessions/session_name.js'
import { SessionPolicy } from '../sessions/session_policy.js'

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
@inject()
export class SessionLogin {
  constructor(
    private readonly secrets: RefreshSecrets,
    private readonly accessTokens: AccessTokens,
    private readonly policy: SessionPolicy
  ) {}

  /**
   * Resolves to `null` where the user, as it was read, is outdated: the password was changed since, or the user disabled.
   *
   * @param user with the hash that was verified
   * @param login what the operator logged in as; none where nobody typed a password
   */
  async openFor(
    user: { id: number; password: string },
    client: ClientDetails,
    login: Opening['login'] = null
  ): Promise<{ sid: string; tokens: TokenPair } | null> {
    const refreshToken = this.secrets.fresh()
    const openedAtMs = clock.now()
    const expiresAtMs = this.policy.expiryMs(openedAtMs, openedAtMs)
    const sid = newSessionName()
    const isOpened = await openSession({
      sid,
      userId: user.id,
      passwordHash: user.password,
      client,
      login,
      token: { hash: this.secrets.hash(refreshToken), nonce: this.secrets.nonce() },
      openedAtMs,
      expiresAtMs,
    })
    if (!isOpened) return null
    return { sid, tokens: await this.pair({ userId: user.id, sid }, refreshToken, expiresAtMs) }
  }

  /** @param expiresAtMs of the refresh token */
  async pair(claims: AccessClaims, refreshToken: string, expiresAtMs: number): Promise<TokenPair> {
    return {
      accessToken: await this.accessTokens.issue(claims),
      refreshToken,
      tokenType: 'Bearer',
      expiresIn: this.accessTokens.lifetimeSeconds,
      refreshExpiresIn: Math.max(0, Math.ceil((expiresAtMs - clock.now()) / 1000)),
    }
  }
}
