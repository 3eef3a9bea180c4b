import { createHash, createHmac } from 'node:crypto'

export type Authenticity = 'genuine' | 'forged' | 'of another key'

interface Key {
  readonly secret: Buffer
  /** Begins each code, for APP_KEY may be replaced. */
  readonly name: string
}

/**
 * Authenticates entries with a key that is made of APP_KEY: whoever writes into the database does not know it.
 */
export class AuditKey {
  readonly #own: Key
  readonly #previous: Key | null

  /** @param previousAppKey what APP_KEY was before, to check entries from then */
  constructor(appKey: string, previousAppKey?: string) {
    this.#own = keyOf(appKey)
    this.#previous = previousAppKey ? keyOf(previousAppKey) : null
  }

  /** 52 characters. */
  sign(parts: readonly unknown[]): string {
    return signed(this.#own, parts)
  }

  check(code: unknown, parts: readonly unknown[]): Authenticity {
    const text = String(code)
    const key = [this.#own, this.#previous].find((one) => one && text.startsWith(`${one.name}.`))
    if (key) return text === signed(key, parts) ? 'genuine' : 'forged'
    return /^[\da-f]{8}\./.test(text) ? 'of another key' : 'forged'
  }
}

function keyOf(appKey: string): Key {
  const secret = createHmac('sha256', appKey).update('audit trail').digest()
  return { secret, name: createHash('sha256').update(secret).digest('hex').slice(0, 8) }
}

function signed({ secret, name }: Key, parts: readonly unknown[]): string {
  const code = createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  return `${name}.${code}`
}
