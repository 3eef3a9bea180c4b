import { createClient, createConfig, type Client } from './generated/client/index.js'
import {
  identityRefreshStore,
  identitySessionDestroy,
  identitySessionStore,
} from './generated/sdk.gen.js'
import { Session, type Fetch, type Refreshed } from './session.js'
import { MemoryTokens, StoredTokens, type TokenStore } from './token_pair.js'

export interface ChanceryOptions {
  /** Root of the service, with the prefix that a proxy puts before it. */
  baseUrl: string
  /** `localStorage` in pages, else memory. */
  tokens?: TokenStore
  fetch?: Fetch
  /** The session is over, here or in another tab: show the login. */
  onSessionEnd?: () => void
}

/** A refusal of the service, or a fault on the way to it. */
export class ChanceryError extends Error {
  constructor(
    message: string,
    /** HTTP status; undefined when no answer came. */
    readonly status: number | undefined,
    /** Stable code, `E_…`. */
    readonly reason: string | undefined
  ) {
    super(message)
    this.name = 'ChanceryError'
  }
}

/** A service and, once logged in, a session with it. Give `client` to the generated operations. */
export class Chancery {
  readonly client: Client
  readonly #open: Client
  readonly #tokens: TokenStore
  readonly #session: Session

  constructor({ baseUrl, tokens, fetch = send, onSessionEnd = () => {} }: ChanceryOptions) {
    this.#tokens =
      tokens ??
      ('localStorage' in globalThis && 'document' in globalThis
        ? new StoredTokens()
        : new MemoryTokens())
    this.#open = createClient(createConfig({ baseUrl, fetch: asGlobalFetch(fetch) }))
    this.#session = new Session({
      tokens: this.#tokens,
      name: `chancery ${baseUrl}`,
      fetch,
      refresh: (refreshToken) => this.#refresh(refreshToken),
      onSessionEnd,
    })
    const guarded = asGlobalFetch((request) => this.#session.send(request))
    this.client = createClient(createConfig({ baseUrl, fetch: guarded }))
  }

  get isLoggedIn(): boolean {
    return this.#tokens.read() !== null
  }

  /** @throws ChanceryError */
  async logIn(username: string, password: string): Promise<void> {
    const answer = await identitySessionStore({ client: this.#open, body: { username, password } })
    if (!answer.data) throw toError(answer)
    this.#tokens.write(answer.data.data)
  }

  /** Ends the session on the service too; here it is over in any case. */
  async logOut(): Promise<void> {
    try {
      if (this.isLoggedIn) await identitySessionDestroy({ client: this.client })
    } finally {
      this.#session.end()
    }
  }

  /** @throws ChanceryError when it is not known whether the session goes on */
  async #refresh(refreshToken: string): Promise<Refreshed> {
    const answer = await identityRefreshStore({ client: this.#open, body: { refreshToken } })
    if (answer.data) return answer.data.data
    if (answer.response?.status === 401) return 'rejected'
    throw toError(answer)
  }
}

function send(request: Request): Promise<Response> {
  return globalThis.fetch(request)
}

function asGlobalFetch(fetch: Fetch): typeof globalThis.fetch {
  return (input, init) => fetch(new Request(input, init))
}

function toError({ error, response }: { error?: unknown; response?: Response }): ChanceryError {
  const { message, data } = (error ?? {}) as { message?: string; data?: { reason?: string } | null }
  return new ChanceryError(
    message ?? 'The service cannot be reached',
    response?.status,
    data?.reason
  )
}
