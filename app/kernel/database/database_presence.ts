import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'
import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseFull, isDatabaseLost } from './faults.js'
import type { SilentConnections } from './silent_connections.js'
import { assertTakesWrites } from './takes_writes.js'

/** Whoever asks waits no longer. */
const LONGEST_ANSWER_MS = 2_000
const AGAIN_MS = 1_000
/** That there is room again is known of writes alone: of none that failed for so long. */
const ROOM_AFTER_MS = 60_000

/** Whether the database answers, and takes writes: that it does not is logged once, and so is its return. */
export class DatabasePresence {
  #lost: Promise<void> | null = null
  #asking: Promise<boolean> | null = null
  #isStopped = false
  #fullAt: number | null = null

  constructor(
    private readonly db: Database,
    private readonly logger: Logger,
    private readonly clock: { elapsed: () => number },
    private readonly connections?: Pick<SilentConnections, 'giveUpIdle'>
  ) {}

  /** As far as it was asked. */
  get isKnownLost(): boolean {
    return this.#lost !== null
  }

  /** Asked anew; who asks at the same time gets the same answer. */
  answers(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = null))
    return this.#asking
  }

  /**
   * Whether a fault is the loss of the database, which is logged by then, once for all that it keeps from being done
   * until it is back. A fault that passes, as two transactions that wait for each other, is not.
   */
  async explains(error: unknown): Promise<boolean> {
    if (!isOf(error, isDatabaseLost)) return false
    if (await this.isLost()) return true
    if (this.#isStopped || !isOf(error, isDatabaseFull)) return false
    this.#noteFull(error)
    return true
  }

  /** Asked anew unless it is known; the loss is logged by then. */
  async isLost(): Promise<boolean> {
    if (this.#isStopped) return false
    return this.#lost !== null || !(await this.answers())
  }

  /** Looks after it no more. */
  stop(): void {
    this.#isStopped = true
  }

  async #ask(): Promise<boolean> {
    const patience = new AbortController()
    const { signal } = patience
    const late = pause(LONGEST_ANSWER_MS, undefined, { signal, ref: false }).then(() => {
      throw new Error(`it does not answer within ${LONGEST_ANSWER_MS} ms`)
    })
    try {
      await Promise.race([assertTakesWrites(this.db, LONGEST_ANSWER_MS), late])
      return true
    } catch (error) {
      this.connections?.giveUpIdle()
      this.#note(error)
      return false
    } finally {
      patience.abort()
    }
  }

  #note(error: unknown): void {
    if (this.#lost || this.#isStopped) return
    this.logger.error({ err: error }, 'the database is lost: requests are answered 503')
    this.#lost = this.#untilBack().finally(() => (this.#lost = null))
  }

  async #untilBack(): Promise<void> {
    do await pause(AGAIN_MS, undefined, { ref: false })
    while (!this.#isStopped && !(await this.answers()))
    if (!this.#isStopped) this.logger.info('the database is back')
  }

  #noteFull(error: unknown): void {
    const isKnown = this.#fullAt !== null
    this.#fullAt = this.clock.elapsed()
    if (isKnown) return
    this.logger.error({ err: error }, 'the database is full: writes are answered 503')
    void this.#untilRoom()
  }

  async #untilRoom(): Promise<void> {
    do await pause(AGAIN_MS, undefined, { ref: false })
    while (!this.#isStopped && this.clock.elapsed() - this.#fullAt! < ROOM_AFTER_MS)
    this.#fullAt = null
    if (!this.#isStopped) this.logger.info('the database was full: no write has failed of it since')
  }
}

/** Also where it was put into other words. */
function isOf(error: unknown, kind: (error: unknown) => boolean): boolean {
  if (!(error instanceof Error)) return false
  return kind(error) || isOf(error.cause, kind)
}
