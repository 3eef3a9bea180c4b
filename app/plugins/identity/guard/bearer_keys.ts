import type { HttpContext, HttpRequest } from '@adonisjs/core/http'
import { RequestKeys } from '#kernel/rate_limit/main'
import type { Stamp } from '#kernel/state/main'
import type { AccessClaims, AccessTokens } from '../sessions/access_tokens.js'
import type { SessionCache } from '../sessions/session_cache.js'
import { bearerToken } from './bearer_token.js'

const NONE: readonly string[] = Object.freeze([])

/**
 * The version keys of the session that a request claims, read in one round trip with its rate limit. The claims are not
 * verified yet: the stamp is used only once the token has proved the same ones.
 */
export class BearerKeys extends RequestKeys {
  readonly #keys = new WeakMap<HttpRequest, readonly string[]>()

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
    this.#keys.set(request, keys)
    return keys
  }

  /** `undefined` when the request has no stamp of these keys. */
  stampFor({ request, passage }: HttpContext, claims: AccessClaims): Stamp | null | undefined {
    const claimed = this.#keys.get(request)
    const needed = this.sessions.keysOf(claims)
    if (!passage || claimed?.length !== needed.length) return undefined
    return needed.every((key, index) => key === claimed[index]) ? passage.stamp : undefined
  }
}
