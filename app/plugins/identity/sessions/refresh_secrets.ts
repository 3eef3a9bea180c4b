import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * Refresh tokens: 256 bits, opaque, kept only as a hash.
 *
 * A token's successor is derived from the token, a random nonce of its row and the server's key. Whoever presents
 * a token twice within the grace is thereby given the same successor, and yet no plain token is kept anywhere.
 */
export class RefreshSecrets {
  constructor(private readonly key: string) {}

  fresh(): string {
    return randomBytes(32).toString('base64url')
  }

  nonce(): string {
    return randomBytes(32).toString('base64url')
  }

  successor(token: string, nonce: string): string {
    return createHmac('sha256', this.key).update(`refresh ${nonce} ${token}`).digest('base64url')
  }

  hash(token: string): string {
    return createHash('sha256').update(token).digest('hex')
  }
}
