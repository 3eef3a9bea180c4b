import { JOSEError } from 'jose/errors'
import { decodeJwt } from 'jose/jwt/decode'
import { isIdentifier } from '#kernel/contracts/main'
import { clock } from '#kernel/state/main'
import type { SignedTokens } from '#kernel/tokens/main'
import type { TokenPair } from '../transformers/token_pair_transformer.js'

const PURPOSE = 'at+jwt'
const ID = /^\d{1,15}$/
const SID = /^[0-9a-f]{32}$/

/** The session of a token; the operator is read from the session. */
export interface AccessClaims {
  userId: number
  /** The session's random key: 128 bits in hex, which every database compares alike. */
  sid: string
}

export class AccessTokens {
  constructor(
    private readonly tokens: SignedTokens,
    private readonly lifetimeSeconds: number
  ) {}

  issue({ userId, sid }: AccessClaims): Promise<string> {
    return this.tokens.sign(PURPOSE, { sub: String(userId), sid }, this.lifetimeSeconds)
  }

  /** What a login and a refresh answer. */
  async pair(
    claims: AccessClaims,
    refreshToken: string,
    refreshExpiresAtMs: number
  ): Promise<TokenPair> {
    return {
      accessToken: await this.issue(claims),
      refreshToken,
      tokenType: 'Bearer',
      expiresIn: this.lifetimeSeconds,
      refreshExpiresIn: Math.max(0, Math.ceil((refreshExpiresAtMs - clock.now()) / 1000)),
    }
  }

  /** `null` for anything but a genuine access token that has not expired. */
  async read(token: string): Promise<(AccessClaims & { expiresAtMs: number }) | null> {
    const claims = await this.tokens.verify(PURPOSE, token)
    if (!claims) return null

    const userId = Number(claims.sub)
    const { sid } = claims
    if (!isIdentifier(userId) || !isSid(sid)) return null
    return { userId, sid, expiresAtMs: claims.exp * 1000 }
  }

  /** The unverified claims; `null` for what is not formed like an access token. */
  claimedBy(token: string): AccessClaims | null {
    const claims = this.tokens.known(PURPOSE, token) ?? decoded(token)
    const { sid, sub } = claims ?? {}
    if (!isSid(sid) || typeof sub !== 'string' || !ID.test(sub)) return null
    return { sid, userId: Number(sub) }
  }
}

function isSid(value: unknown): value is string {
  return typeof value === 'string' && SID.test(value)
}

function decoded(token: string) {
  try {
    return decodeJwt<{ sid?: unknown }>(token)
  } catch (error) {
    if (error instanceof JOSEError) return null
    throw error
  }
}
