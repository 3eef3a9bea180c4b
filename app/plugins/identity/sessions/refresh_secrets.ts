import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * Refresh tokens: 256 bits, opaque, stored only as a hash.
 *
 * A token's successor is derived from the token, a random nonce of its row and the server's key: a second use within the
 * grace yields the same successor, and no plain token is stored anywhere.
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
