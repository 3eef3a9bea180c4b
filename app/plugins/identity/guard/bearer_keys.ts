import type { HttpContext, HttpRequest } from '@adonisjs/core/http'
import { RequestKeys } from '#kernel/rate_limit/main'
import type { Stamp } from '#kernel/state/main'
import type { AccessClaims, AccessTokens } from '../sessions/access_tokens.js'
import type { SessionCache } from '../sessions/session_cache.js'
import { bearerToken } from './bearer_token.js'

const NONE: readonly string[] = Object.freeze([])

/**
 * The version keys of the session that a request claims to speak for, read along with its rate limit. Nothing is
 * trusted here: a stamp is used only once the token has proved the same claims.
 */
export class BearerKeys extends RequestKeys {
  readonly #watched = new WeakMap<HttpRequest, readonly string[]>()

  constructor(
    private readonly sessions: SessionCache,
    private readonly accessTokens: AccessTokens
  ) {
    super()
  }

  keysOf(request: HttpRequest): readonly string[] {
    const token = bearerToken(request)
    const claims = token && this.accessTokens.claimedBy(token)
    const keys = claims ? this.sessions.keysOf(claims) : NONE
    this.#watched.set(request, keys)
    return keys
  }

  /** `undefined` when the request's stamp is of other keys, or of none. */
  stampFor({ request, passage }: HttpContext, claims: AccessClaims): Stamp | null | undefined {
    const watched = this.#watched.get(request)
    const needed = this.sessions.keysOf(claims)
    if (!passage || watched?.length !== needed.length) return undefined
    return needed.every((key, index) => key === watched[index]) ? passage.stamp : undefined
  }
}
