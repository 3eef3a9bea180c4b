import { exclusively } from './exclusively.js'
import type { TokenPair, TokenStore } from './token_pair.js'

export type Fetch = (request: Request) => Promise<Response>

/** What a refresh came to: a new pair, or the end of the session. */
export type Refreshed = TokenPair | 'rejected'

interface TabChannel {
  addEventListener(type: 'message', listener: () => void): void
  postMessage(message: string): void
}

export interface SessionParts {
  tokens: TokenStore
  /** Names the session among all tabs: the same store, the same name. */
  name: string
  fetch: Fetch
  refresh: (refreshToken: string) => Promise<Refreshed>
  onSessionEnd: () => void
}

/** Sends requests with the access token, and once more with a new one where the old one had expired. */
export class Session {
  readonly #parts: SessionParts
  readonly #channel: TabChannel | undefined

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#channel = tabChannel(parts.name)
    this.#channel?.addEventListener('message', () => parts.onSessionEnd())
  }

  async send(request: Request): Promise<Response> {
    const pair = this.#parts.tokens.read()
    if (!pair || request.headers.has('authorization')) return this.#parts.fetch(request)

    const again = request.clone()
    const answer = await this.#parts.fetch(withBearer(request, pair))
    if (answer.status !== 401) return answer

    const renewed = await this.#renewed(pair)
    return renewed ? this.#parts.fetch(withBearer(again, renewed)) : answer
  }

  end(): void {
    if (!this.#parts.tokens.read()) return
    this.#parts.tokens.write(null)
    this.#channel?.postMessage('ended')
    this.#parts.onSessionEnd()
  }

  /** Of calls and tabs that see the same token expire, one refreshes; the others find its successor. */
  #renewed(used: TokenPair): Promise<TokenPair | null> {
    return exclusively(this.#parts.name, async () => {
      const current = this.#parts.tokens.read()
      if (!current || current.accessToken !== used.accessToken) return current

      const refreshed = await this.#parts.refresh(current.refreshToken)
      if (refreshed === 'rejected') {
        this.end()
        return null
      }
      this.#parts.tokens.write(refreshed)
      return refreshed
    })
  }
}

function withBearer(request: Request, { accessToken }: TokenPair): Request {
  request.headers.set('authorization', `Bearer ${accessToken}`)
  return request
}

/** Only pages have other tabs. */
function tabChannel(name: string): TabChannel | undefined {
  return 'document' in globalThis && 'BroadcastChannel' in globalThis
    ? new BroadcastChannel(name)
    : undefined
}
