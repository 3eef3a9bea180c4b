import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'
import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseLost } from './faults.js'

/** Whoever asks waits no longer. */
const LONGEST_ANSWER_MS = 2_000
const AGAIN_MS = 1_000

/** Whether the database answers: that it does not is logged once, and so is its return. */
export class DatabasePresence {
  #lost: Promise<void> | null = null
  #asking: Promise<boolean> | null = null
  #isStopped = false

  constructor(
    private readonly db: Database,
    private readonly logger: Logger
  ) {}

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
    return isOfDatabase(error) && (await this.isLost())
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
      await Promise.race([this.db.rawQuery('select 1'), late])
      return true
    } catch (error) {
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
}

/** Also where it was put into other words. */
function isOfDatabase(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return isDatabaseLost(error) || isOfDatabase(error.cause)
}
