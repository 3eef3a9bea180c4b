import type { Logger } from '@adonisjs/core/logger'
import { clock } from '../clock.js'
import { SharedStateLost } from '../errors.js'
import { StateStatus } from '../state_status.js'
import { withScripts, type RedisClient, type ScriptedClient } from './redis_client.js'
import { tryNeeds, type Need } from './redis_needs.js'
import { E_REDIS_NUMBER, withNumber } from './redis_number.js'
import { TIMED_OUT, withPatience } from './redis_patience.js'
import { isRefusal, refusalOf, remedyOf } from './redis_refusal.js'

const IS_REPLICA = /\bREADONLY\b/
const TRY_AGAIN_MS = 1_000
/** One that is nearly full, or refuses what is seldom asked, is not come back to each time that it takes something. */
const LONGEST_BREAK_MS = 60_000
/** Whoever refused nothing for so many breaks is taken for mended. */
const PROVEN_BREAKS = 10

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
  #isTried = false
  #closing = false
  #refuses = false
  #triedAt = Number.NEGATIVE_INFINITY
  #restoredAt = Number.NEGATIVE_INFINITY
  #breakMs = TRY_AGAIN_MS
  #elsewhere: NodeJS.Timeout | undefined
  #wrongNumber: E_REDIS_NUMBER | null = null
  #needs: Need[] = []
  #readyHandlers: ReadyHandler[] = []
  #becoming: Promise<void> = Promise.resolve()
  #handled: Promise<unknown> = Promise.resolve()
  readonly #tried: Promise<void>

  constructor(
    client: RedisClient,
    /** Stands before every key, and with the database's number before every channel. */
    readonly prefix: string,
    private readonly logger: Logger
  ) {
    super()
    this.client = withScripts(withNumber(withPatience(client)))
    this.#tried = new Promise((resolve) => {
      for (const event of ['ready', 'close', 'end']) client.once(event, () => resolve())
    })
    void this.#tried.then(() => (this.#isTried = true))
    client.on('ready', () => (this.#becoming = this.#becomeReady()))
    client.on('close', () => this.#becomeLost())
    client.on('error', (error: Error) => this.#noteFault(error))
    if (client.status === 'ready') this.#becoming = this.#becomeReady()
  }

  get connected(): boolean {
    return this.ready && !this.#lost
  }

  /**
   * Resolves once the first attempt to connect has failed, or whoever waited for the connection is done.
   *
   * @throws E_REDIS_NUMBER where the database's number was refused at the first attempt
   */
  async settled(): Promise<void> {
    if (!this.ready) await this.#tried
    if (this.#wrongNumber) throw this.#wrongNumber
    await this.#becoming
    await this.#handled
  }

  /** What else is tried of each connection, and before Redis counts as back; rejects with what was refused. */
  need(need: Need): void {
    this.#needs.push(need)
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

  /** For those who do not go through `ask`: a command was answered, which is a return where all that is needed is. */
  succeeded(): void {
    if (this.#lost && this.ready && !this.#isOnBreak) void this.#tryNeeds()
  }

  /** For those who do not go through `ask`: a command failed. One that timed out ends the connection. */
  failed(error: Error): void {
    if (isRefusal(error)) this.#noteRefusal()
    this.#noteLoss(error)
    if (error.message !== TIMED_OUT || !this.ready) return
    this.ready = false
    this.client.disconnect(true)
  }

  /** Ends the connection, whether it stands or is being tried. */
  async close(): Promise<void> {
    this.#closing = true
    this.ready = false
    clearTimeout(this.#elsewhere)
    await endConnection(this.client)
  }

  async #becomeReady(): Promise<void> {
    this.ready = true
    this.#wrongNumber = null
    const isReturn = this.#lost
    await this.#tryNeeds()
    if (!isReturn && this.ready) this.#tell(false)
  }

  #becomeLost() {
    this.ready = false
    this.#noteLoss(new Error('Connection is closed.'))
  }

  #noteFault(error: Error) {
    if (!this.#isTried && error instanceof E_REDIS_NUMBER) this.#wrongNumber = error
    this.#noteLoss(error)
  }

  #noteLoss(error: Error) {
    if (this.#lost || this.#closing) return
    this.#lost = true
    this.logger.error(
      { err: error },
      `Redis is lost${reasonOf(error, this.prefix)}: limits hold for this process alone, sessions are read from the database`
    )
  }

  #noteRefusal() {
    if (this.#refuses) return
    this.#refuses = true
    const isSoon = clock.elapsed() - this.#restoredAt < PROVEN_BREAKS * this.#breakMs
    this.#breakMs = isSoon ? Math.min(2 * this.#breakMs, LONGEST_BREAK_MS) : TRY_AGAIN_MS
    this.#triedAt = isSoon ? clock.elapsed() : Number.NEGATIVE_INFINITY
  }

  get #isOnBreak(): boolean {
    return Math.abs(clock.elapsed() - this.#triedAt) < this.#breakMs
  }

  async #tryNeeds(): Promise<void> {
    this.#triedAt = clock.elapsed()
    try {
      await tryNeeds(this.client, this.prefix, this.#needs)
      if (this.#lost && this.ready) this.#restore()
    } catch (error) {
      this.failed(error as Error)
      if (IS_REPLICA.test((error as Error).message)) this.#lookElsewhere()
    }
  }

  /** The name may lead to another one by now, which a connection that stands never learns. */
  #lookElsewhere(): void {
    this.#elsewhere ??= setTimeout(() => {
      this.#elsewhere = undefined
      if (this.#refuses && this.ready) this.client.disconnect(true)
    }, TRY_AGAIN_MS).unref()
  }

  #restore() {
    this.#lost = false
    this.#refuses = false
    this.#restoredAt = clock.elapsed()
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

/** What an operator has to mend; that a connection is lost says no more than that. */
function reasonOf(error: Error, prefix: string): string {
  if (error instanceof E_REDIS_NUMBER) return ` (${error.message})`
  if (!isRefusal(error)) return ''
  const remedy = remedyOf(error, prefix)
  return ` (it refuses what is needed: ${refusalOf(error)}${remedy ? `; ${remedy}` : ''})`
}

/**
 * `quit` of a connection that is not there is only accepted where commands may queue. Resolves when it has ended, also
 * where it was only coming up, and comes up no more: whoever quits it once more before that would wait for an answer that never comes.
 */
export async function endConnection(client: RedisClient): Promise<void> {
  if (client.status === 'end') return
  const isDown = client.status === 'reconnecting'
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.options.enableOfflineQueue = true
  client.options.retryStrategy = () => null
  await client.quit().catch(() => client.disconnect())
  if (!isDown) await ended
}
