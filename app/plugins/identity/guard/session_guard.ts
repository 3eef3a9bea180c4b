import { errors, symbols } from '@adonisjs/auth'
import type { AuthClientResponse, GuardConfigProvider, GuardContract } from '@adonisjs/auth/types'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import User from '../models/user.js'
import { SessionOpener } from '../login/session_opener.js'
import { AccessTokens } from '../sessions/access_tokens.js'
import { SessionCache, type CachedSession } from '../sessions/session_cache.js'
import type { Profile } from '../transformers/current_user_transformer.js'
import { BearerKeys } from './bearer_keys.js'
import { bearerToken } from './bearer_token.js'

@inject()
class SessionGuardParts {
  constructor(
    readonly accessTokens: AccessTokens,
    readonly sessions: SessionCache,
    readonly bearerKeys: BearerKeys,
    readonly opener: SessionOpener
  ) {}
}

/** Authenticates by an access token, which proves the session; the operator is read from the session. */
export class SessionGuard implements GuardContract<User> {
  declare [symbols.GUARD_KNOWN_EVENTS]: Record<string, never>

  readonly driverName = 'jwt'
  authenticationAttempted = false
  #session: CachedSession | null = null
  #user: User | undefined

  constructor(
    private readonly ctx: HttpContext,
    private readonly parts: SessionGuardParts
  ) {}

  get isAuthenticated(): boolean {
    return this.#session !== null
  }

  get user(): User | undefined {
    if (!this.#session) return undefined
    this.#user ??= User.$createFromAdapterResult(this.#session.user)!
    return this.#user
  }

  /** @throws E_UNAUTHORIZED_ACCESS */
  getProfileOrFail(): Profile {
    if (!this.#session) throw this.#refusal()
    return this.#session.profile
  }

  getUserOrFail(): User {
    const { user } = this
    if (!user) throw this.#refusal()
    return user
  }

  /** @throws E_UNAUTHORIZED_ACCESS */
  async authenticate(): Promise<User> {
    if (!(await this.check())) throw this.#refusal()
    return this.getUserOrFail()
  }

  /** `false` for a missing, invalid, expired or blacklisted token; faults of the service are thrown. */
  async check(): Promise<boolean> {
    if (this.authenticationAttempted) return this.isAuthenticated
    this.authenticationAttempted = true

    const token = bearerToken(this.ctx.request)
    const claims = token && (await this.parts.accessTokens.read(token))
    if (!claims) return false

    const stamp = this.parts.bearerKeys.stampFor(this.ctx, claims)
    this.#session = await this.parts.sessions.find(claims, stamp)
    if (!this.#session) return false

    this.ctx.operator = this.#session.operator
    this.ctx.operatorStamp = stamp
    return this.isAuthenticated
  }

  /** For tests' `loginAs`: opens a real session. */
  async authenticateAsClient(user: User): Promise<AuthClientResponse> {
    const client = { ip: null, userAgent: 'test client' }
    const opened = await this.parts.opener.open(user, client)
    if (!opened) throw this.#refusal()
    return { headers: { authorization: `Bearer ${opened.tokens.accessToken}` } }
  }

  #refusal() {
    return new errors.E_UNAUTHORIZED_ACCESS('Unauthenticated', { guardDriverName: this.driverName })
  }
}

/** For `config/auth.ts`: the guard of this plugin's sessions. */
export function sessionGuard(): GuardConfigProvider<(ctx: HttpContext) => SessionGuard> {
  return {
    async resolver(_name, { container }) {
      const parts = await container.make(SessionGuardParts)
      return (ctx) => new SessionGuard(ctx, parts)
    },
  }
}
