import { clock } from '#kernel/state/main'
import type User from '../models/user.js'
import type { AccountNotices } from '../notices/account_notices.js'
import type { AccessClaims, AccessTokens } from '../sessions/access_tokens.js'
import type { ClientDetails } from '../sessions/client_details.js'
import type { RefreshSecrets } from '../sessions/refresh_secrets.js'
import type { SessionPolicy } from '../sessions/session_policy.js'
import type { SessionRegistry } from '../sessions/session_registry.js'
import { newSessionName } from '../sessions/session_name.js'
import { openSession, type Opening } from './session_opening.js'

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
    private readonly policy: SessionPolicy,
    private readonly registry: SessionRegistry,
    private readonly notices: AccountNotices
  ) {}

  /**
   * Resolves to `null` where the user, as it was read, is outdated: the password was changed since, or the user disabled.
   *
   * @throws E_TOO_MANY_REQUESTS for who typed a password, and logs in too often
   * @param login what the operator logged in as, and whether the account's failures are forgotten; none where nobody
   * typed a password
   */
  async openFor(
    { id: userId, password: passwordHash }: Pick<User, 'id' | 'password'>,
    client: ClientDetails,
    login: Opening['login'] = null
  ): Promise<TokenPair | null> {
    if (login !== null) await this.policy.spendLogin(userId)
    const refreshToken = this.secrets.fresh()
    const openedAtMs = clock.now()
    const expiresAtMs = this.policy.expiryMs(openedAtMs, openedAtMs)
    const sid = newSessionName()
    const opened = await openSession({
      sid,
      userId,
      passwordHash,
      client,
      login,
      token: { hash: this.secrets.hash(refreshToken), nonce: this.secrets.nonce() },
      openedAtMs,
      expiresAtMs,
      perUser: this.policy.rule.perUser,
    })
    if (!opened) return null
    await this.registry.announceEnd(opened.superseded, 'superseded')
    if (login) await this.notices.loggedIn({ userId, sessionId: opened.id, client })
    return this.pair({ userId, sid }, refreshToken, expiresAtMs)
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
