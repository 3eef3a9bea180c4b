import { createHash, createSecretKey, randomUUID, type KeyObject } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { JOSEError, JWSSignatureVerificationFailed } from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { clock } from '../state/clock.js'

const ALGORITHM = 'HS256'
const CACHED_TOKENS = 10_000

interface Key {
  id: string
  secret: KeyObject
}

export type SignedClaims = JWTPayload & { exp: number; jti: string }

/**
 * Tokens signed with HS256, each bound to one purpose by its `typ` header and to one lifetime. A token of another
 * purpose, algorithm or secret is no token.
 *
 * The first secret signs; the others still verify, so that a secret can be changed without ending anything.
 */
export class SignedTokens {
  readonly #keys: readonly Key[]
  readonly #verified = new Map<string, SignedClaims>()

  constructor(
    private readonly issuer: string,
    secrets: readonly string[]
  ) {
    this.#keys = secrets.map(toKey)
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
    return this.#verified.get(`${purpose} ${token}`)
  }

  /** The claims of a token that is genuine, of this purpose and not expired; otherwise `null`. */
  async verify(purpose: string, token: string): Promise<SignedClaims | null> {
    const cacheKey = `${purpose} ${token}`
    const claims = this.#verified.get(cacheKey) ?? (await this.#check(purpose, token))
    if (!claims) return null
    if (claims.exp * 1000 <= clock.now()) {
      this.#verified.delete(cacheKey)
      return null
    }
    this.#remember(cacheKey, claims)
    return claims
  }

  async #check(purpose: string, token: string): Promise<SignedClaims | null> {
    for (const { secret } of this.#keys) {
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
        if (!(error instanceof JWSSignatureVerificationFailed)) return null
      }
    }
    return null
  }

  #remember(cacheKey: string, claims: SignedClaims): void {
    if (this.#verified.has(cacheKey)) return
    if (this.#verified.size >= CACHED_TOKENS) {
      this.#verified.delete(this.#verified.keys().next().value!)
    }
    this.#verified.set(cacheKey, claims)
  }
}

function toKey(secret: string): Key {
  const bytes = Buffer.from(secret, 'utf8')
  return {
    id: createHash('sha256').update(bytes).digest('base64url').slice(0, 8),
    secret: createSecretKey(bytes),
  }
}
