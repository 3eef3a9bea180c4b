import { BackOff } from './back_off.js'
import { type Entrance, NoEntry, TryLater, type Entry } from './entrance.js'
import { DisconnectedError } from './errors.js'
import type { ReadyFrame, ServerFrame } from './frames.js'
import { Link, type Closed } from './link.js'
import type { MessagingOptions } from './options.js'

/** `waiting`: without a socket until the next attempt. `syncing`: open, but not up to date yet. */
export type State = 'idle' | 'connecting' | 'syncing' | 'online' | 'waiting' | 'closed'

export interface ConnectionParts {
  options: Required<MessagingOptions>
  entrance: Entrance
  state: (state: State) => void
  receive: (frame: ServerFrame) => void
  /** Resolves once everything missed has come. */
  opened: (link: Link, ready: ReadyFrame, token: string) => Promise<void>
  lost: (closed: Closed) => void
  /** Trying again would not help. */
  ended: (reason: string) => void
}

const UNAUTHENTICATED = 4401
const ORIGIN = 4403
/** A socket that lasted so long was no failure. */
const LASTING_MS = 5_000

/** Keeps a socket open: whenever one is lost, another one is opened. */
export class Connection {
  readonly #parts: ConnectionParts
  readonly #backOff: BackOff
  #state: State = 'idle'
  #link: Link | null = null
  #attempt = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(parts: ConnectionParts) {
    this.#parts = parts
    this.#backOff = new BackOff(parts.options.backOff)
  }

  get state(): State {
    return this.#state
  }

  get link(): Link | null {
    return this.#link
  }

  /** Connects at once, unless it is connected or about to be. */
  connect(): void {
    if (this.#state !== 'idle' && this.#state !== 'waiting') return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#to('connecting')
    void this.#open(++this.#attempt)
  }

  /** Until `connect` is called again. */
  disconnect(state: 'idle' | 'closed' = 'idle'): void {
    if (this.#state === 'closed') return
    this.#attempt += 1
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#to(state)
    this.#link?.close()
  }

  async #open(attempt: number): Promise<void> {
    try {
      const entry = await this.#parts.entrance.enter()
      if (attempt === this.#attempt) await this.#serve(entry, attempt)
    } catch (error) {
      if (attempt !== this.#attempt || error instanceof DisconnectedError) return
      if (error instanceof NoEntry) return this.#end(error.message)
      this.#link?.close()
      this.#waitFor(error instanceof TryLater ? error.afterMs : 0)
    }
  }

  async #serve({ url, token }: Entry, attempt: number): Promise<void> {
    const openedAt = performance.now()
    const { webSocket, quietMs } = this.#parts.options
    const link: Link = new Link(url, {
      webSocket,
      quietMs,
      receive: (frame) => this.#parts.receive(frame),
      closed: (closed) => this.#closed(closed, { token, attempt, openedAt }),
    })
    this.#link = link
    const ready = await link.ready
    this.#to('syncing')
    await this.#parts.opened(link, ready, token)
    if (this.#link === link) this.#to('online')
  }

  #closed(closed: Closed, of: { token: string; attempt: number; openedAt: number }): void {
    this.#link = null
    this.#parts.lost(closed)
    if (of.attempt !== this.#attempt) return
    if (closed.code === ORIGIN) return this.#end(closed.reason)
    if (closed.code === UNAUTHENTICATED) this.#parts.entrance.distrust(of.token)
    if (performance.now() - of.openedAt > LASTING_MS) this.#backOff.reset()
    this.#waitFor(0)
  }

  #waitFor(atLeastMs: number): void {
    if (this.#timer) return
    this.#to('waiting')
    this.#timer = setTimeout(() => this.connect(), Math.max(atLeastMs, this.#backOff.next()))
  }

  #end(reason: string): void {
    this.disconnect('closed')
    this.#parts.ended(reason)
  }

  #to(state: State): void {
    if (this.#state === state || this.#state === 'closed') return
    this.#state = state
    this.#parts.state(state)
  }
}
