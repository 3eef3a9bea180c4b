import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'
import { setTimeout as pause } from 'node:timers/promises'
import { withTimeout } from '#kernel/errors/main'
import { isConnectionRefused, isDatabaseFull, isDatabaseLost } from './faults.js'
import { PassingTrouble, type Trouble } from './passing_trouble.js'
import type { SilentConnections } from './silent_connections.js'
import { assertTakesWrites } from './takes_writes.js'

/** Whoever asks waits no longer. */
const LONGEST_ANSWER_MS = 2_000
const AGAIN_MS = 1_000

const FEWER_CONNECTIONS =
  'NODES × (DB_POOL_MAX + 1), and what commands and other programs need, must stay below max_connections of its server and the limit of its user'

const TROUBLES: readonly Trouble[] = [
  {
    is: isDatabaseFull,
    begins: 'the database is full: writes are answered 503',
    ends: 'the database was full: no write has failed of it since',
  },
  {
    is: isConnectionRefused,
    begins: `the database takes no new connections: requests that need one are answered 503; ${FEWER_CONNECTIONS}`,
    ends: 'the database has refused no connection for a minute',
  },
]

/** Whether the database answers, and takes writes: that it does not is logged once, and so is its return. */
export class DatabasePresence {
  #lost: Promise<void> | null = null
  #asking: Promise<boolean> | null = null
  #isStopped = false
  readonly #troubles: readonly PassingTrouble[]

  constructor(
    private readonly db: Database,
    private readonly logger: Logger,
    clock: { elapsed: () => number },
    private readonly connections?: Pick<SilentConnections, 'giveUpIdle'>
  ) {
    this.#troubles = TROUBLES.map((trouble) => new PassingTrouble(trouble, logger, clock))
  }

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
  async isOutage(error: unknown): Promise<boolean> {
    if (!isOf(error, isDatabaseLost)) return false
    if (await this.isLost()) return true
    if (this.#isStopped) return false
    const trouble = this.#troubles.find((one) => isOf(error, (fault) => one.is(fault)))
    trouble?.note(error)
    return trouble !== undefined
  }

  /** Asked anew unless it is known; the loss is logged by then. */
  async isLost(): Promise<boolean> {
    if (this.#isStopped) return false
    return this.#lost !== null || !(await this.answers())
  }

  /** Looks after it no more. */
  stop(): void {
    this.#isStopped = true
    for (const trouble of this.#troubles) trouble.stop()
  }

  async #ask(): Promise<boolean> {
    try {
      await withTimeout(assertTakesWrites(this.db, LONGEST_ANSWER_MS), LONGEST_ANSWER_MS, silent)
      return true
    } catch (error) {
      this.connections?.giveUpIdle()
      this.#note(error)
      return false
    }
  }

  #note(error: unknown): void {
    if (this.#lost || this.#isStopped) return
    const remedy = isOf(error, isConnectionRefused) ? `; ${FEWER_CONNECTIONS}` : ''
    this.logger.error({ err: error }, `the database is lost: requests are answered 503${remedy}`)
    this.#lost = this.#untilBack().finally(() => (this.#lost = null))
  }

  async #untilBack(): Promise<void> {
    do await pause(AGAIN_MS, undefined, { ref: false })
    while (!this.#isStopped && !(await this.answers()))
    if (!this.#isStopped) this.logger.info('the database is back')
  }
}

/** Also where it was put into other words. */
function isOf(error: unknown, kind: (error: unknown) => boolean): boolean {
  if (!(error instanceof Error)) return false
  return kind(error) || isOf(error.cause, kind)
}

function silent(): Error {
  return new Error(`it does not answer within ${LONGEST_ANSWER_MS} ms`)
}
