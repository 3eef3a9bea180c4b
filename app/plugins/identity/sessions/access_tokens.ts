import type { SignedTokens } from '#kernel/tokens/signed_tokens'

const PURPOSE = 'at+jwt'

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
}
