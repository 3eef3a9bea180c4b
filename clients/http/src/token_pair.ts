export interface TokenPair {
  accessToken: string
  refreshToken: string
  /** Of which login they are: tells the tokens of one person from those of the next. */
  login?: string
}

/** Of pairs that another version of this client has kept nothing is known. */
export function loginOf({ login = '' }: TokenPair): string {
  return login
}

/** Where a session's tokens are kept, all that a pair holds. Tabs that share a store share the session. */
export interface TokenStore {
  read(): TokenPair | null
  write(pair: TokenPair | null): void
}

/** For servers, scripts and tests: gone with the process. */
export class MemoryTokens implements TokenStore {
  #pair: TokenPair | null = null

  read(): TokenPair | null {
    return this.#pair
  }

  write(pair: TokenPair | null): void {
    this.#pair = pair
  }
}

/** For browsers: shared by all tabs of an origin. */
export class StoredTokens implements TokenStore {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly #key: string

  constructor(
    storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = globalThis.localStorage,
    key = 'chancery.tokens'
  ) {
    this.#storage = storage
    this.#key = key
  }

  read(): TokenPair | null {
    const text = this.#storage.getItem(this.#key)
    if (!text) return null
    try {
      return asPair(JSON.parse(text))
    } catch {
      return null
    }
  }

  write(pair: TokenPair | null): void {
    if (!pair) return this.#storage.removeItem(this.#key)
    const { accessToken, refreshToken, login } = pair
    this.#storage.setItem(this.#key, JSON.stringify({ accessToken, refreshToken, login }))
  }
}

function asPair(value: unknown): TokenPair | null {
  const { accessToken, refreshToken, login } = (value ?? {}) as Partial<TokenPair>
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string') return null
  const pair = { accessToken, refreshToken }
  return typeof login === 'string' ? { ...pair, login } : pair
}
