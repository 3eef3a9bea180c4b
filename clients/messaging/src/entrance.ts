/**
 * Gives an access token. `refused` is one that the service does not take any more, or that is about to expire: give
 * another. `null` when there is no session any more.
 */
export type TokenProvider = (refused: string | null) => Promise<string | null> | string | null

export interface Entry {
  url: string
  token: string
}

/** The session is over, or may not enter at all: trying again would not help. */
export class NoEntry extends Error {}

/** The service cannot let anybody in at the moment. */
export class TryLater extends Error {
  readonly afterMs: number

  constructor(message: string, afterMs = 0) {
    super(message)
    this.afterMs = afterMs
  }
}

export interface EntranceParts {
  baseUrl: string
  accessToken: TokenProvider
  fetch: typeof globalThis.fetch
}

const PATIENCE_MS = 15_000

/** Draws a one-time ticket for each socket, so that no token ever stands in an address. */
export class Entrance {
  readonly #parts: EntranceParts
  #refused: string | null = null

  constructor(parts: EntranceParts) {
    this.#parts = parts
  }

  /** @throws NoEntry, TryLater */
  async enter(): Promise<Entry> {
    const token = await this.#token(this.#refused)
    const first = await this.#draw(token)
    if (first) return first

    const another = await this.#token(token)
    const second = another === token ? null : await this.#draw(another)
    if (!second) throw new NoEntry('The session is over')
    return second
  }

  /** The service closed a socket for its session: the token may be no good any more. */
  distrust(token: string): void {
    this.#refused = token
  }

  /** A token that lasts longer than this one; `null` when there is none. */
  async renewed(token: string): Promise<string | null> {
    const another = await this.#parts.accessToken(token)
    return another === token ? null : another
  }

  async #token(refused: string | null): Promise<string> {
    const token = await this.#asked(refused)
    if (token === null) throw new NoEntry('Nobody is logged in')
    return token
  }

  async #asked(refused: string | null): Promise<string | null> {
    try {
      return await this.#parts.accessToken(refused)
    } catch (error) {
      throw new TryLater(`No access token: ${String(error)}`)
    }
  }

  /** `null` when the token is not taken. */
  async #draw(token: string): Promise<Entry | null> {
    const response = await this.#post(token)
    if (response.status === 401) return null
    if (response.status === 403) throw new NoEntry('The service does not let this session in')
    if (!response.ok) throw new TryLater(`HTTP ${response.status}`, retryAfter(response))

    const { data } = (await response.json()) as { data: { ticket: string } }
    this.#refused = null
    return { url: `${socketUrl(this.#parts.baseUrl)}?ticket=${data.ticket}`, token }
  }

  async #post(token: string): Promise<Response> {
    try {
      return await this.#parts.fetch(`${rootOf(this.#parts.baseUrl)}/app/im/ticket`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
    } catch (error) {
      throw new TryLater(`The service cannot be reached: ${String(error)}`)
    }
  }
}

function rootOf(baseUrl: string): string {
  return baseUrl.replace(/(?<!\/)\/+$/, '')
}

function socketUrl(baseUrl: string): string {
  return `${rootOf(baseUrl).replace(/^http/, 'ws')}/ws/im`
}

function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'))
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 0
}
