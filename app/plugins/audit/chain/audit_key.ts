import { createHash, createHmac } from 'node:crypto'

export type Authenticity = 'genuine' | 'forged' | 'of another key'

/**
 * Authenticates entries with a key that is made of APP_KEY: whoever writes into the database does not know it. Each code
 * begins with the name of its key, for APP_KEY may be replaced.
 */
export class AuditKey {
  readonly #key: Buffer
  readonly #name: string

  constructor(appKey: string) {
    this.#key = createHmac('sha256', appKey).update('audit trail').digest()
    this.#name = createHash('sha256').update(this.#key).digest('hex').slice(0, 8)
  }

  /** 52 characters. */
  sign(parts: readonly unknown[]): string {
    const code = createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64url')
    return `${this.#name}.${code}`
  }

  check(code: unknown, parts: readonly unknown[]): Authenticity {
    if (code === this.sign(parts)) return 'genuine'
    const isOfAnother = /^[\da-f]{8}\./.test(String(code)) && !String(code).startsWith(this.#name)
    return isOfAnother ? 'of another key' : 'forged'
  }
}
