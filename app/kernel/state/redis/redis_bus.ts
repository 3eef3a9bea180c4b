import { Bus, type BusHandler, type Unsubscribe } from '../bus.js'
import type { Subscriptions } from '../subscriptions.js'
import type { RedisClient } from './redis_client.js'
import { endConnection, type RedisLink } from './redis_link.js'

/** Published to every node by one that could not publish for a while. */
const MISSED = 'missed'

/** Messages over Redis. Receiving takes a second connection, opened by the first subscription. */
export class RedisBus extends Bus {
  readonly #handlers: (() => void | Promise<void>)[] = []
  readonly #space: string
  readonly #tried = Promise.withResolvers<void>()
  #listener: RedisClient | null = null
  #subscribed = false
  /** Messages of other nodes may not have arrived. */
  #missed = false
  /** A message of this node did not reach the others. */
  #unpublished = false

  constructor(
    private readonly link: RedisLink,
    private readonly subscriptions: Subscriptions
  ) {
    super()
    // Redis has one space of channels for all its databases.
    this.#space = `${link.prefix}${link.client.options.db ?? 0}:`
    link.onRestored(() => this.#publishMissed())
    link.onRestored(() => this.#announce())
  }

  get connected(): boolean {
    return this.link.connected && (this.#subscribed || this.#listener === null)
  }

  async publish(channel: string, payload: unknown): Promise<void> {
    const json = JSON.stringify(payload ?? null)
    try {
      await this.link.ask((redis) => redis.publish(this.#space + channel, json))
    } catch {
      this.#unpublished = true
      this.subscriptions.deliver(this.#space + channel, json)
    }
  }

  async subscribe(channel: string, handler: BusHandler): Promise<Unsubscribe> {
    const name = this.#space + channel
    const isNew = this.subscriptions.add(name, handler)
    const listener = this.#listen()
    await this.#tried.promise
    if (isNew) await this.#attempt(listener, () => listener.subscribe(name))
    return async () => {
      if (this.subscriptions.remove(name, handler))
        await this.#attempt(listener, () => listener.unsubscribe(name))
    }
  }

  onRestored(handler: () => void | Promise<void>): void {
    this.#handlers.push(handler)
    this.#listen()
  }

  async close(): Promise<void> {
    const listener = this.#listener
    this.#listener = null
    if (listener) await endConnection(listener)
  }

  #listen(): RedisClient {
    if (this.#listener) return this.#listener
    // A resubscription by ioredis itself that fails ends the process: nothing catches its rejection.
    const listener = this.link.client.duplicate({ autoResubscribe: false })
    this.#listener = listener
    this.subscriptions.add(this.#space + MISSED, () => this.#runHandlers())
    listener.on('message', (channel, json) => this.subscriptions.deliver(channel, json))
    listener.on('ready', () => void this.#subscribeAll(listener))
    listener.on('close', () => this.#lose())
    listener.on('error', () => undefined)
    return listener
  }

  async #subscribeAll(listener: RedisClient): Promise<void> {
    const channels = this.subscriptions.channels()
    if (!(await this.#attempt(listener, () => listener.subscribe(...channels)))) return
    this.#subscribed = true
    this.#tried.resolve()
    this.#announce()
  }

  #lose(): void {
    this.#subscribed = false
    this.#missed = true
    this.#tried.resolve()
  }

  /** The next connection subscribes to all channels again. */
  async #attempt(listener: RedisClient, work: () => Promise<unknown>): Promise<boolean> {
    if (listener.status !== 'ready') return false
    try {
      await work()
      return true
    } catch {
      if (listener === this.#listener && listener.status === 'ready') listener.disconnect(true)
      return false
    }
  }

  async #publishMissed(): Promise<void> {
    if (!this.#unpublished) return
    this.#unpublished = false
    await this.publish(MISSED, null)
  }

  /** Once both connections are there: handlers publish again what other nodes should know. */
  #announce(): void {
    if (!this.#missed || !this.connected) return
    this.#missed = false
    this.#runHandlers()
  }

  #runHandlers(): void {
    for (const handler of this.#handlers) this.subscriptions.run('restored', handler)
  }
}
