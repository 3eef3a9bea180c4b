import { exclusively } from './exclusively.js'
import { handoverFor, type Handover } from './handover.js'
import { loginOf, MemoryTokens, type TokenPair, type TokenStore } from './token_pair.js'

export type Fetch = (request: Request) => Promise<Response>

/** What a refresh came to: a new pair, or the end of the session. */
export type Refreshed = TokenPair | 'rejected'

/** What one tab tells the others: the login that it began or ended. */
type Told = { begun: string } | { ended: string }

interface TabChannel {
  addEventListener(type: 'message', listener: (message: object) => void): void
  postMessage(message: Told): void
}

export interface SessionParts {
  tokens: TokenStore
  /** Names the session among all tabs: the same store, the same name. */
  name: string
  fetch: Fetch
  refresh: (refreshToken: string) => Promise<Refreshed>
  onSessionEnd: () => void
  /** Between tabs, unless said otherwise. */
  handover?: Handover
}

/**
 * Sends requests with the access token, and once more with a new one where the old one had expired. What belongs to one
 * login never goes out with another: somebody else may log in, in another tab, at any moment.
 */
export class Session {
  readonly #parts: SessionParts
  readonly #channel: TabChannel | undefined
  readonly #handover: Handover
  /** In which this tab works; what the store holds of another is not used here. */
  #login: string | undefined
  #isEndTold = false

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#handover = parts.handover ?? handoverFor(parts.name)
    this.#channel = parts.tokens instanceof MemoryTokens ? undefined : tabChannel(parts.name)
    this.#channel?.addEventListener('message', (message) => {
      this.#hear((message as { data: Told }).data)
    })
    this.#pair()
  }

  get isLoggedIn(): boolean {
    return this.#pair() !== null
  }

  async send(request: Request): Promise<Response> {
    if (request.headers.has('authorization')) return this.#parts.fetch(request)
    return this.attempt((token) => this.#parts.fetch(withBearer(request.clone(), token)))
  }

  /** With the access token, and once more with a new one of the same login. */
  async attempt<Answer extends { status: number }>(
    work: (accessToken: string | null) => Promise<Answer>
  ): Promise<Answer> {
    const pair = this.#pair()
    const answer = await work(pair?.accessToken ?? null)
    if (!pair || answer.status !== 401) return answer

    const renewed = await this.#renewed(pair)
    return renewed ? work(renewed.accessToken) : answer
  }

  /** The access token; a new one where the one that is known was refused. `null` when nobody is logged in. */
  async accessToken(refused?: string): Promise<string | null> {
    const pair = this.#pair()
    if (!pair || pair.accessToken !== refused) return pair?.accessToken ?? null
    return (await this.#renewed(pair))?.accessToken ?? null
  }

  /** Replaces whatever login there was, in every tab. */
  begin({ accessToken, refreshToken }: TokenPair): Promise<void> {
    return exclusively(this.#parts.name, async () => {
      await this.#handover.clear().catch(onlyWithoutOtherTabs)
      this.#parts.tokens.write({ accessToken, refreshToken, login: newLogin() })
      this.#login = undefined
      this.#pair()
      if (this.#login !== undefined) this.#channel?.postMessage({ begun: this.#login })
    })
  }

  /** Ends the login of this tab, and no other that has replaced it. */
  end(): Promise<void> {
    return exclusively(this.#parts.name, async () => {
      if (this.#pair()) await this.#over()
    })
  }

  /** What is kept, where it is of the login of this tab. */
  #pair(): TokenPair | null {
    const pair = this.#parts.tokens.read()
    if (!pair) return null
    if (this.#login === undefined) this.#enter(loginOf(pair))
    if (loginOf(pair) === this.#login) return pair
    this.#tellEnd()
    return null
  }

  #enter(login: string): void {
    this.#login = login
    this.#isEndTold = false
  }

  /** Of calls and tabs that see the same token expire, one refreshes; the others find its successor. */
  #renewed(used: TokenPair): Promise<TokenPair | null> {
    return exclusively(this.#parts.name, async () => {
      const current = this.#sameLogin(used)
      if (!current || current.accessToken !== used.accessToken) return current

      const successor = await this.#successorOf(used)
      return this.#keep(successor ?? (await this.#parts.refresh(current.refreshToken)), used)
    })
  }

  #sameLogin(used: TokenPair): TokenPair | null {
    const current = this.#pair()
    return current && loginOf(current) === loginOf(used) ? current : null
  }

  #successorOf({ accessToken }: TokenPair): Promise<TokenPair | null> {
    return this.#handover.successorOf(accessToken).catch(onlyWithoutOtherTabs)
  }

  /**
   * The lock is given up only once every tab can see the successor. Where the browser has no locks, somebody may have
   * logged in or out while the refresh was under way: theirs stands.
   */
  async #keep(refreshed: Refreshed, used: TokenPair): Promise<TokenPair | null> {
    if (!this.#sameLogin(used)) return null
    if (refreshed === 'rejected') {
      await this.#over()
      return null
    }
    const kept = { ...used, ...refreshed }
    this.#parts.tokens.write(kept)
    await this.#handover.announce(used.accessToken, kept).catch(onlyWithoutOtherTabs)
    return kept
  }

  async #over(): Promise<void> {
    const ended = this.#login ?? ''
    this.#parts.tokens.write(null)
    this.#login = undefined
    this.#channel?.postMessage({ ended })
    this.#tellEnd()
    await this.#handover.clear().catch(onlyWithoutOtherTabs)
  }

  #hear(told: Told): void {
    if ('begun' in told) {
      if (this.#login !== undefined && this.#login !== told.begun) this.#tellEnd()
    } else if (this.#login === undefined || this.#login === told.ended) {
      this.#login = undefined
      this.#tellEnd()
    }
  }

  #tellEnd(): void {
    if (this.#isEndTold) return
    this.#isEndTold = true
    this.#parts.onSessionEnd()
  }
}

function newLogin(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

function withBearer(request: Request, accessToken: string | null): Request {
  if (accessToken) request.headers.set('authorization', `Bearer ${accessToken}`)
  return request
}

/** Only pages have other tabs. */
function tabChannel(name: string): TabChannel | undefined {
  return 'document' in globalThis && 'BroadcastChannel' in globalThis
    ? new BroadcastChannel(name)
    : undefined
}

/** Where a browser keeps nothing the session goes on all the same; the service's grace answers tabs that race. */
function onlyWithoutOtherTabs(): null {
  return null
}
