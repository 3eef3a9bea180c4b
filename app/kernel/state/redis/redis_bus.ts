import type { Logger } from '@adonisjs/core/logger'
import { Bus, type BusHandler, type Unsubscribe } from '../bus.js'
import type { Subscriptions } from '../subscriptions.js'
import { endConnection, type RedisLink } from './redis_link.js'
import type { RedisClient } from './redis_client.js'
import { channelSpace } from './redis_needs.js'
import { withNumber } from './redis_number.js'
import { withPatience } from './redis_patience.js'
import { isRefusal } from './redis_refusal.js'

type RestoredHandler = () => void | Promise<void>

/** Told to every node by one that could not publish for a while. */
const MISSED = 'missed'

const LISTENS_STILL_MS = 2_000
/** After a return both connections come up by themselves, the one a little later than the other. */
const DEAF_LOOKS = 3

/** Messages over Redis. Listening takes a second connection, opened by the first subscription. */
export class RedisBus extends Bus {
  readonly #restored: RestoredHandler[] = []
  readonly #space: string
  #listener: RedisClient | null = null
  #firstTry: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #listening = false
  #deafLooks = 0
  #refusal: Error | null = null
  #wasLost = false
  #owesMissed = false

  constructor(
    private readonly link: RedisLink,
    private readonly subscriptions: Subscriptions,
    private readonly logger: Logger
  ) {
    super()
    this.#space = channelSpace(link.prefix, link.client)
    link.need(() => this.#mayListen())
    link.onReady(() => this.#tellMissed())
    link.onReady(() => this.#tellOfReturn())
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
    clearInterval(this.#timer)
    const listener = this.#listener
    this.#listener = null
    if (listener) await endConnection(listener)
  }

  #listen() {
    if (this.#listener) return
    const copy = this.link.client.duplicate({ autoResubscribe: false })
    const listener = withNumber(withPatience(copy))
    this.#listener = listener
    this.subscriptions.add(this.#space + MISSED, () => this.#announceRestored())

    listener.on('message', (channel, json) => this.subscriptions.deliver(channel, json))
    listener.on('close', () => this.#becomeDeaf())
    listener.on('error', (error) =>
      this.logger.debug({ err: error }, 'the listener on Redis failed')
    )
    this.#timer = setInterval(() => void this.#askWhetherHeard(), LISTENS_STILL_MS).unref()
    this.#firstTry = new Promise((resolve) => {
      listener.on('ready', () => void this.#subscribeAll().then(resolve))
      for (const event of ['close', 'end']) listener.once(event, () => resolve())
    })
  }

  /** Who only listens never notices that the other side went away without a word. */
  async #askWhetherHeard(): Promise<void> {
    if (this.#listening) await this.#attempt((listener) => listener.ping())
    else this.#noteDeafness()
  }

  /** Where the other connection is lost as well, that is said already. */
  #noteDeafness(): void {
    this.#deafLooks = this.link.connected ? this.#deafLooks + 1 : 0
    if (this.#deafLooks !== DEAF_LOOKS) return
    this.logger.error(
      'The second connection to Redis, which listens, does not come about: messages of other nodes do not arrive here; see maxclients, and what REDIS_URL may'
    )
  }

  #becomeDeaf() {
    this.#listening = false
    this.#refusal = null
    this.#wasLost = true
  }

  /** What was refused is tried again; a connection that is away tries by itself. */
  async #mayListen(): Promise<void> {
    if (this.#refusal) await this.#subscribeAll()
    if (this.#refusal) throw this.#refusal
  }

  async #subscribeAll(): Promise<void> {
    const done = await this.#attempt((listener) =>
      listener.subscribe(...this.subscriptions.channels())
    )
    if (!done) return
    this.#becomeHearing()
    await this.#subscribeLate()
    this.#tellOfReturn()
  }

  #becomeHearing(): void {
    this.#listening = true
    this.#refusal = null
    if (this.#deafLooks >= DEAF_LOOKS) this.logger.info('Messages of other nodes arrive again')
    this.#deafLooks = 0
  }

  /** Once both connections stand: whoever is told of the return says again what it shares. */
  #tellOfReturn(): void {
    if (!this.#wasLost || !this.#listening || !this.link.connected) return
    this.#wasLost = false
    this.#announceRestored()
  }

  /** Those that came while the others were being subscribed; to subscribe twice does no harm. */
  async #subscribeLate(): Promise<void> {
    await this.#attempt((listener) => listener.subscribe(...this.subscriptions.channels()))
  }

  async #attempt(work: (listener: RedisClient) => Promise<unknown>): Promise<boolean> {
    const listener = this.#listener
    if (!listener) return false
    try {
      await work(listener)
      return true
    } catch (error) {
      if (isRefusal(error as Error)) this.#noteRefusal(error as Error)
      else this.#endFailed(listener, error)
      return false
    }
  }

  /** Another connection would be refused the same. */
  #noteRefusal(error: Error): void {
    this.#becomeDeaf()
    this.#refusal = error
    this.link.failed(error)
  }

  /** The next connection subscribes to everything again. */
  #endFailed(listener: RedisClient, error: unknown): void {
    this.logger.debug({ err: error }, 'subscribing on Redis failed')
    if (listener === this.#listener) listener.disconnect(true)
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
