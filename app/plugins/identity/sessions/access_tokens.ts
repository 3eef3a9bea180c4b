import { JOSEError } from 'jose/errors'
import { decodeJwt } from 'jose/jwt/decode'
import type { SignedTokens } from '#kernel/tokens/signed_tokens'

const PURPOSE = 'at+jwt'
const ID = /^\d{1,15}$/

/** Which session a bearer of the token speaks for; who the operator is, the session tells. */
export interface AccessClaims {
  userId: number
  sessionId: number
}

export class AccessTokens {
  constructor(
    private readonly tokens: SignedTokens,
    readonly lifetimeSeconds: number
  ) {}

  issue({ userId, sessionId }: AccessClaims): Promise<string> {
    return this.tokens.sign(
      PURPOSE,
      { sub: String(userId), sid: String(sessionId) },
      this.lifetimeSeconds
    )
  }

  /** `null` for anything but a genuine access token that has not expired. */
  async read(token: string): Promise<(AccessClaims & { expiresAtMs: number }) | null> {
    const claims = await this.tokens.verify(PURPOSE, token)
    if (!claims) return null

    const userId = Number(claims.sub)
    const sessionId = Number(claims.sid)
    if (!Number.isSafeInteger(userId) || !Number.isSafeInteger(sessionId)) return null
    return { userId, sessionId, expiresAtMs: claims.exp * 1000 }
  }

  /** What a token says of itself, proved or not; `null` where it does not read like an access token. */
  claimedBy(token: string): AccessClaims | null {
    const claims = this.tokens.known(PURPOSE, token) ?? decoded(token)
    const { sid, sub } = claims ?? {}
    if (typeof sid !== 'string' || typeof sub !== 'string' || !ID.test(sid) || !ID.test(sub))
      return null
    return { sessionId: Number(sid), userId: Number(sub) }
  }
}

function decoded(token: string) {
  try {
    return decodeJwt<{ sid?: unknown }>(token)
  } catch (error) {
    if (error instanceof JOSEError) return null
    throw error
  }
}
