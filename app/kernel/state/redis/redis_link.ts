import type { Logger } from '@adonisjs/core/logger'
import { clock } from '../clock.js'
import { SharedStateLost } from '../errors.js'
import { StateStatus } from '../state_status.js'
import { withScripts, type RedisClient, type ScriptedClient } from './redis_client.js'
import { TIMED_OUT, withPatience } from './redis_patience.js'

/** Redis answers, but takes nothing: its memory or its disk is full, or it is a replica now. */
const REFUSED_WRITE = /\b(OOM|READONLY|MISCONF|NOREPLICAS)\b/
const TRY_WRITING_MS = 1_000

export type ReadyHandler = (restored: boolean) => void | Promise<void>

/**
 * The one connection to Redis, and what is known of it. A loss is logged once, and so is the return; in between
 * nobody waits for time-outs.
 */
export class RedisLink extends StateStatus {
  readonly shared = true
  readonly client: ScriptedClient
  /** Rises with every return after a loss: what was kept before may be outdated. */
  epoch = 0
  ready = false

  #lost = false
  #closing = false
  #refusesWrites = false
  #triedWritingAt = Number.NEGATIVE_INFINITY
  #readyHandlers: ReadyHandler[] = []
  #handled: Promise<unknown> = Promise.resolve()
  readonly #tried: Promise<void>

  constructor(
    client: RedisClient,
    /** Stands before every key, and with the database's number before every channel. */
    readonly prefix: string,
    private readonly logger: Logger
  ) {
    super()
    this.client = withScripts(withPatience(client))
    this.#tried = new Promise((resolve) => {
      for (const event of ['ready', 'close', 'end']) client.once(event, () => resolve())
    })
    client.on('ready', () => this.#becomeReady())
    client.on('close', () => this.#becomeLost())
    client.on('error', (error: Error) => this.#noteLoss(error))
    if (client.status === 'ready') this.#becomeReady()
  }

  get connected(): boolean {
    return this.ready && !this.#lost
  }

  /** Resolves once the first attempt to connect has failed, or whoever waited for the connection is done. */
  async settled(): Promise<void> {
    if (!this.ready) await this.#tried
    await this.#handled
  }

  /** Runs now if connected, and whenever the connection is there again. */
  onReady(handler: ReadyHandler): void {
    this.#readyHandlers.push(handler)
    if (this.ready) this.#call(handler, false)
  }

  /** @throws E_UNAVAILABLE when Redis is lost or refuses */
  async ask<T>(work: (client: ScriptedClient) => Promise<T>): Promise<T> {
    if (!this.ready) await this.#tried
    if (!this.ready) throw new SharedStateLost()
    try {
      const answer = await work(this.client)
      this.succeeded()
      return answer
    } catch (error) {
      this.failed(error as Error)
      throw new SharedStateLost(undefined, { cause: error })
    }
  }

  /**
   * For those who do not go through `ask`: a command was answered.
   *
   * @param wrote whether it has changed something: where writes were refused, nothing else is a return
   */
  succeeded(wrote = false): void {
    if (!this.#lost || !this.ready) return
    if (wrote || !this.#refusesWrites) this.#restore()
    else void this.#tryWriting()
  }

  /** For those who do not go through `ask`: a command failed. One that timed out ends the connection. */
  failed(error: Error): void {
    this.#refusesWrites ||= REFUSED_WRITE.test(error.message)
    this.#noteLoss(error)
    if (error.message !== TIMED_OUT || !this.ready) return
    this.ready = false
    this.client.disconnect(true)
  }

  /** Ends the connection, whether it stands or is being tried. */
  async close(): Promise<void> {
    this.#closing = true
    this.ready = false
    await endConnection(this.client)
  }

  #becomeReady() {
    this.ready = true
    if (this.#lost) this.succeeded()
    else this.#tell(false)
  }

  #becomeLost() {
    this.ready = false
    this.#noteLoss(new Error('Connection is closed.'))
  }

  #noteLoss(error: Error) {
    if (this.#lost || this.#closing) return
    this.#lost = true
    this.logger.error(
      { err: error },
      'Redis is lost: limits hold for this process alone, sessions are read from the database'
    )
  }

  async #tryWriting(): Promise<void> {
    const now = clock.elapsed()
    if (Math.abs(now - this.#triedWritingAt) < TRY_WRITING_MS) return
    this.#triedWritingAt = now
    try {
      await this.client.set(`${this.prefix}written`, '1', 'PX', TRY_WRITING_MS)
      this.succeeded(true)
    } catch (error) {
      this.failed(error as Error)
    }
  }

  #restore() {
    this.#lost = false
    this.#refusesWrites = false
    this.epoch++
    this.logger.info('Redis is back')
    this.#tell(true)
  }

  #tell(restored: boolean) {
    for (const handler of this.#readyHandlers) this.#call(handler, restored)
  }

  #call(handler: ReadyHandler, restored: boolean) {
    const handling = Promise.resolve(restored)
      .then(handler)
      .catch((error) => this.logger.error({ err: error }, 'following the return of Redis failed'))
    this.#handled = Promise.all([this.#handled, handling])
  }
}

/**
 * `quit` of a connection that is not there is only accepted where commands may queue. Resolves when it has ended, also
 * where it was only coming up: whoever quits it once more before that would wait for an answer that never comes.
 */
export async function endConnection(client: RedisClient): Promise<void> {
  if (client.status === 'end') return
  const isDown = client.status === 'reconnecting'
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.options.enableOfflineQueue = true
  await client.quit().catch(() => client.disconnect())
  if (!isDown) await ended
}
