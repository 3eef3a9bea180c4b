import { createHash, createSecretKey, randomUUID, type KeyObject } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { JOSEError, JWSSignatureVerificationFailed, JWTExpired } from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { LRUCache } from 'lru-cache'
import { clock } from '#kernel/state/main'

const ALGORITHM = 'HS256'
const CACHED_TOKENS = 10_000

interface Key {
  id: string
  secret: KeyObject
}

/** A secret that was replaced. Tokens that are signed with it later are not accepted. */
export interface RetiredSecret {
  readonly secret: string
  /** When it was replaced: what it signed later is no token. */
  readonly atMs: number
  /** How long from then on it still verifies, whatever its tokens say. */
  readonly forSeconds: number
}

interface Checked {
  claims: SignedClaims
  /** From then on it is no token any more. */
  untilMs: number
}

export type SignedClaims = JWTPayload & { exp: number; jti: string }

/**
 * Tokens signed with HS256, each bound to one purpose by its `typ` header and to one lifetime. A token of another
 * purpose, algorithm or secret is no token.
 *
 * The first secret signs; the others still verify. One that was retired verifies what it signed before, and not for
 * long, so that a secret can be changed without ending anything.
 */
export class SignedTokens {
  readonly #keys: readonly Key[]
  readonly #retiredKey: Key | null
  readonly #verified = new LRUCache<string, Checked>({ max: CACHED_TOKENS })

  constructor(
    private readonly issuer: string,
    secrets: readonly string[],
    private readonly retired: RetiredSecret | null = null
  ) {
    this.#keys = secrets.map(toKey)
    this.#retiredKey = retired && toKey(retired.secret)
  }

  /**
   * @param purpose such as `at+jwt`; becomes the `typ` header
   * @param lifetimeSeconds counted from now
   */
  async sign(purpose: string, claims: JWTPayload, lifetimeSeconds: number): Promise<string> {
    const now = Math.floor(clock.now() / 1000)
    const [key] = this.#keys
    return new SignJWT({ ...claims, jti: claims.jti ?? randomUUID() })
      .setProtectedHeader({ alg: ALGORITHM, typ: purpose, kid: key!.id })
      .setIssuer(this.issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + lifetimeSeconds)
      .sign(key!.secret)
  }

  /** The claims of a token that was found genuine before, expired or not; `undefined` where that is not known. */
  known(purpose: string, token: string): SignedClaims | undefined {
    return this.#verified.get(`${purpose} ${token}`)?.claims
  }

  /** The claims of a token that is genuine, of this purpose and not expired; otherwise `null`. */
  async verify(purpose: string, token: string): Promise<SignedClaims | null> {
    const cacheKey = `${purpose} ${token}`
    const known = this.#verified.get(cacheKey)
    const checked = known ?? (await this.#check(purpose, token))
    if (checked === null || checked === 'expired') return null
    if (checked.untilMs <= clock.now()) {
      this.#verified.delete(cacheKey)
      return null
    }
    if (!known) this.#verified.set(cacheKey, checked)
    return checked.claims
  }

  /** Whether a token is genuine and of this purpose, and only its time is over: another fault than a forged one. */
  async hasExpired(purpose: string, token: string): Promise<boolean> {
    return (await this.#check(purpose, token)) === 'expired'
  }

  async #check(purpose: string, token: string): Promise<Checked | 'expired' | null> {
    for (const key of this.#keys) {
      const claims = await this.#signedWith(key, purpose, token)
      if (claims === 'expired') return claims
      if (claims !== 'another') return claims && { claims, untilMs: claims.exp * 1000 }
    }
    return this.#checkRetired(purpose, token)
  }

  async #checkRetired(purpose: string, token: string): Promise<Checked | 'expired' | null> {
    if (!this.retired || !this.#retiredKey) return null
    const { atMs, forSeconds } = this.retired
    const claims = await this.#signedWith(this.#retiredKey, purpose, token)
    if (claims === 'expired') return claims
    if (claims === 'another' || claims === null) return null
    if (claims.iat === undefined || claims.iat * 1000 > atMs) return null
    return { claims, untilMs: Math.min(claims.exp * 1000, atMs + forSeconds * 1000) }
  }

  /** `null` for what is no token of this purpose, `another` for one that another secret signed. */
  async #signedWith(
    { secret }: Key,
    purpose: string,
    token: string
  ): Promise<SignedClaims | 'expired' | 'another' | null> {
    try {
      const { payload } = await jwtVerify<SignedClaims>(token, secret, {
        algorithms: [ALGORITHM],
        issuer: this.issuer,
        typ: purpose,
        requiredClaims: ['exp', 'jti'],
        currentDate: clock.date(),
      })
      return payload
    } catch (error) {
      if (!(error instanceof JOSEError)) throw error
      if (error instanceof JWTExpired) return 'expired'
      return error instanceof JWSSignatureVerificationFailed ? 'another' : null
    }
  }
}

function toKey(secret: string): Key {
  const bytes = Buffer.from(secret, 'utf8')
  return {
    id: createHash('sha256').update(bytes).digest('base64url').slice(0, 8),
    secret: createSecretKey(bytes),
  }
}
