export interface TokenPair {
  accessToken: string
  refreshToken: string
}

/** Where a session's tokens are kept. Tabs that share a store share the session. */
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
    const { accessToken, refreshToken } = pair
    this.#storage.setItem(this.#key, JSON.stringify({ accessToken, refreshToken }))
  }
}

function asPair(value: unknown): TokenPair | null {
  const { accessToken, refreshToken } = (value ?? {}) as Partial<TokenPair>
  return typeof accessToken === 'string' && typeof refreshToken === 'string'
    ? { accessToken, refreshToken }
    : null
}
