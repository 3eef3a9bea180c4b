import type { Logger } from '@adonisjs/core/logger'
import { Bus, type BusHandler, type Unsubscribe } from '../bus.js'
import type { Subscriptions } from '../subscriptions.js'
import { endConnection, type RedisLink } from './redis_link.js'
import type { RedisClient } from './redis_client.js'
import { withPatience } from './redis_patience.js'

type RestoredHandler = () => void | Promise<void>

/** Told to every node by one that could not publish for a while. */
const MISSED = 'missed'

/**
 * Messages over Redis. Listening takes a second connection, opened by the first subscription. Redis keeps channels of
 * all its databases in one space, so their names carry the database's number.
 */
export class RedisBus extends Bus {
  readonly #restored: RestoredHandler[] = []
  readonly #space: string
  #listener: RedisClient | null = null
  #firstTry: Promise<void> = Promise.resolve()
  #listening = false
  #wasLost = false
  #owesMissed = false

  constructor(
    private readonly link: RedisLink,
    private readonly subscriptions: Subscriptions,
    private readonly logger: Logger
  ) {
    super()
    this.#space = `${link.prefix}${link.client.options.db ?? 0}:`
    link.onReady(() => this.#tellMissed())
    link.client.on('ready', () => this.#tellOfReturn())
  }

  get connected(): boolean {
    return this.link.connected && (this.#listening || this.#listener === null)
  }

  async publish(channel: string, payload: unknown): Promise<void> {
    const json = JSON.stringify(payload ?? null)
    try {
      await this.link.ask((redis) => redis.publish(this.#space + channel, json))
    } catch {
      this.#owesMissed = true
      this.subscriptions.deliver(this.#space + channel, json)
    }
  }

  async subscribe(channel: string, handler: BusHandler): Promise<Unsubscribe> {
    const named = this.#space + channel
    this.#listen()
    const isNew = this.subscriptions.add(named, handler)
    await this.#firstTry
    if (isNew && this.#listening) await this.#attempt((listener) => listener.subscribe(named))

    return async () => {
      if (!this.subscriptions.remove(named, handler) || !this.#listening) return
      await this.#attempt((listener) => listener.unsubscribe(named))
    }
  }

  onRestored(handler: RestoredHandler): void {
    this.#restored.push(handler)
    this.#listen()
  }

  async close(): Promise<void> {
    const listener = this.#listener
    this.#listener = null
    if (listener) await endConnection(listener)
  }

  #listen() {
    if (this.#listener) return
    const listener = withPatience(this.link.client.duplicate({ autoResubscribe: false }))
    this.#listener = listener
    this.subscriptions.add(this.#space + MISSED, () => this.#announceRestored())

    listener.on('message', (channel, json) => this.subscriptions.deliver(channel, json))
    listener.on('close', () => this.#becomeDeaf())
    listener.on('error', (error) =>
      this.logger.debug({ err: error }, 'the listener on Redis failed')
    )
    this.#firstTry = new Promise((resolve) => {
      listener.on('ready', () => void this.#subscribeAll().then(resolve))
      for (const event of ['close', 'end']) listener.once(event, () => resolve())
    })
  }

  #becomeDeaf() {
    this.#listening = false
    this.#wasLost = true
  }

  async #subscribeAll(): Promise<void> {
    const done = await this.#attempt((listener) =>
      listener.subscribe(...this.subscriptions.channels())
    )
    if (!done) return
    this.#listening = true
    await this.#subscribeLate()
    this.#tellOfReturn()
  }

  /** Once both connections stand: whoever is told of the return says again what it shares. */
  #tellOfReturn(): void {
    if (!this.#wasLost || !this.#listening || !this.link.ready) return
    this.#wasLost = false
    this.#announceRestored()
  }

  /** Those that came while the others were being subscribed; to subscribe twice does no harm. */
  async #subscribeLate(): Promise<void> {
    await this.#attempt((listener) => listener.subscribe(...this.subscriptions.channels()))
  }

  /** What fails here ends the connection, and the next one subscribes to everything again. */
  async #attempt(work: (listener: RedisClient) => Promise<unknown>): Promise<boolean> {
    const listener = this.#listener
    if (!listener) return false
    try {
      await work(listener)
      return true
    } catch (error) {
      this.logger.debug({ err: error }, 'subscribing on Redis failed')
      if (listener === this.#listener) listener.disconnect(true)
      return false
    }
  }

  async #tellMissed(): Promise<void> {
    if (!this.#owesMissed) return
    this.#owesMissed = false
    await this.publish(MISSED, null)
  }

  #announceRestored() {
    for (const handler of this.#restored) this.subscriptions.run('restored', handler)
  }
}
