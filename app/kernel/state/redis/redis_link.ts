import type { Logger } from '@adonisjs/core/logger'
import { SharedStateLost } from '../errors.js'
import { StateStatus } from '../state_status.js'
import { withScripts, type RedisClient, type ScriptedClient } from './redis_client.js'

/** What Redis replies while it cannot do what is needed: it takes no writes, or does not permit them. */
const UNUSABLE =
  /\b(READONLY|OOM|MISCONF|NOREPLICAS|MASTERDOWN|CLUSTERDOWN|CROSSSLOT|MOVED|NOPERM)\b/

/**
 * The connection to Redis. It counts as connected once a write has succeeded. A loss is logged once, and so is the return;
 * in between nothing waits for time-outs.
 */
export class RedisLink extends StateStatus {
  readonly shared = true
  readonly client: ScriptedClient
  /** Increases with every return after a loss: what was cached before may be outdated. */
  epoch = 0

  #connected = false
  #lost = false
  #closing = false
  readonly #handlers: (() => unknown)[] = []
  readonly #tried = Promise.withResolvers<void>()

  constructor(
    client: RedisClient,
    /** Stands before every key and channel. */
    readonly prefix: string,
    private readonly logger: Logger
  ) {
    super()
    this.client = withScripts(client)
    client.on('ready', () => void this.#connect())
    client.on('close', () => this.#lose('the connection was closed'))
    client.on('error', (error: Error) => this.#fault(error))
    if (client.status === 'ready') void this.#connect()
  }

  get connected(): boolean {
    return this.#connected
  }

  /** Resolves once the first attempt to connect has succeeded or failed. */
  settled(): Promise<void> {
    return this.#tried.promise
  }

  /** Runs whenever the connection is there again after a loss. */
  onRestored(handler: () => unknown): void {
    this.#handlers.push(handler)
  }

  /** @throws E_UNAVAILABLE when Redis is lost, or refuses */
  async ask<T>(work: (client: ScriptedClient) => Promise<T>): Promise<T> {
    await this.#tried.promise
    if (!this.#connected) throw new SharedStateLost()
    try {
      return await work(this.client)
    } catch (error) {
      this.failed(error as Error)
      throw new SharedStateLost(undefined, { cause: error })
    }
  }

  /** For callers that do not use `ask`: a command failed. Only a mistake in the command itself leaves the connection. */
  failed({ name, message }: Error): void {
    const isLoss = name !== 'ReplyError' || UNUSABLE.test(message)
    if (isLoss && this.#connected) this.#reconnect(message)
  }

  async close(): Promise<void> {
    this.#closing = true
    this.#connected = false
    await endConnection(this.client)
  }

  async #connect(): Promise<void> {
    try {
      await this.client.set(`${this.prefix}connected`, '1', 'PX', 1_000)
    } catch (error) {
      return this.#reconnect((error as Error).message)
    }
    if (this.#closing) return
    this.#connected = true
    if (this.#lost) this.#restore()
    this.#tried.resolve()
  }

  /** A database that cannot be selected must not become another one. */
  #fault({ name, message }: Error): void {
    if (name === 'ReplyError') this.#reconnect(message)
    else this.#lose(message)
  }

  #reconnect(reason: string): void {
    this.#lose(reason)
    if (!this.#closing) this.client.disconnect(true)
  }

  /** Only the message is logged: an error of the client holds what was sent, passwords too. */
  #lose(reason: string): void {
    this.#connected = false
    this.#tried.resolve()
    if (this.#lost || this.#closing) return
    this.#lost = true
    this.logger.error(
      { reason },
      'Redis is lost: limits hold for this process alone, sessions are read from the database'
    )
  }

  #restore(): void {
    this.#lost = false
    this.epoch++
    this.logger.info('Redis is back')
    for (const handler of this.#handlers) handler()
  }
}

/**
 * Ends a connection, whether it is there or being tried. `quit` is only accepted without a connection where commands may
 * queue; `end` is not emitted by one that waits for its next attempt.
 */
export async function endConnection(client: RedisClient): Promise<void> {
  if (client.status === 'end') return
  const isWaiting = client.status === 'reconnecting'
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.options.enableOfflineQueue = true
  client.options.retryStrategy = () => null
  await client.quit().catch(() => client.disconnect())
  if (!isWaiting) await ended
}
