import type { Logger } from '@adonisjs/core/logger'
import { withTimeout, TimeoutError } from '#kernel/errors/main'
import { E_CLOCK_DOUBTFUL, E_LOCK_BUSY } from './errors.js'
import type { Locks } from './locks.js'

export interface PeriodicJobOptions {
  /** Unique over all plugins; also the lock under which one node at a time does it. */
  name: string
  everyMs: number
  /** Begin with the service, not after the first interval. */
  atOnce?: boolean
  work: () => Promise<unknown>
  /** How long a run may go on once the service stops. Default: 5 seconds. */
  stopMs?: number
}

const STOP_MS = 5_000

/** A timer of more fires at once, again and again. */
const LONGEST_MS = 2 ** 31 - 1

/** Knows of a fault whether it is a loss that is said already. */
interface Losses {
  isOutage: (error: unknown) => Promise<boolean>
}

/** Work that comes again and again while the service runs, on one node at a time. A run that fails is logged. */
export class PeriodicJob {
  #timer: NodeJS.Timeout | undefined
  #isCutOff = false
  #running: Promise<void> = Promise.resolve()

  constructor(
    private readonly locks: Locks,
    private readonly logger: Logger,
    private readonly losses: Losses,
    private readonly options: PeriodicJobOptions
  ) {}

  /**
   * Does nothing where `everyMs` is 0.
   *
   * @throws RangeError for what no timer can wait
   */
  start(): void {
    const { name, everyMs, atOnce } = this.options
    if (everyMs <= 0) return
    if (!(everyMs <= LONGEST_MS))
      throw new RangeError(`${name} cannot come every ${everyMs} ms; ${LONGEST_MS} are the longest`)
    if (atOnce) this.#running = this.#run()
    this.#timer = setInterval(() => void (this.#running = this.#run()), everyMs).unref()
  }

  /**
   * Resolves when a run that is under way has ended, or had its time to: what it has not done, the next one does, as after a
   * process that was killed.
   */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    try {
      await withTimeout(this.#running, this.options.stopMs ?? STOP_MS)
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error
      this.#isCutOff = true
      this.logger.info({ work: this.options.name }, 'repeated work was cut off by the stop')
    }
  }

  async #run(): Promise<void> {
    const { name, everyMs, work } = this.options
    try {
      await this.locks.run(`work:${name}`, { ttlMs: Math.max(everyMs, 60_000), waitMs: 0 }, work)
    } catch (error) {
      if (this.#isCutOff || isKnown(error) || (await this.losses.isOutage(error))) return
      this.logger.error({ err: error, work: name }, 'repeated work failed')
    }
  }
}

/** Of a clock that is off the node’s log says so by itself. */
function isKnown(error: unknown): boolean {
  return error instanceof E_LOCK_BUSY || error instanceof E_CLOCK_DOUBTFUL
}
