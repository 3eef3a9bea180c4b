import type { Logger } from '@adonisjs/core/logger'
import { withTimeout, TimeoutError } from '#kernel/errors/main'
import { E_LOCK_BUSY } from './errors.js'
import type { Locks } from './locks.js'

export interface PeriodicJobOptions {
  /** Unique over all plugins; also the lock under which one node at a time runs it. */
  name: string
  /** 0 for never. */
  everyMs: number
  /** Runs at the start too, not only after the first interval. */
  atOnce?: boolean
  work: () => Promise<unknown>
  /** How long a run may go on once the service stops. Default: 5 seconds. */
  stopMs?: number
}

const STOP_MS = 5_000
const SHORTEST_LOCK_MS = 60_000

/** Knows whether an error is caused by an outage that is logged already. */
interface Losses {
  isOutage: (error: unknown) => Promise<boolean>
}

/** Work that runs periodically while the service runs, on one node at a time. A run that fails is logged. */
export class PeriodicJob {
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  #running: Promise<void> = Promise.resolve()

  constructor(
    private readonly locks: Locks,
    private readonly logger: Logger,
    private readonly losses: Losses,
    private readonly options: PeriodicJobOptions
  ) {}

  start(): void {
    const { everyMs, atOnce } = this.options
    if (everyMs <= 0) return
    if (atOnce) this.#running = this.#run()
    this.#timer = setInterval(() => void (this.#running = this.#run()), everyMs).unref()
  }

  /** Resolves when the current run has ended, or its time is up; the next run continues. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    try {
      await withTimeout(this.#running, this.options.stopMs ?? STOP_MS)
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error
      this.logger.info({ work: this.options.name }, 'a periodic job was cut off by the stop')
    }
    this.#stopped = true
  }

  async #run(): Promise<void> {
    const { name, everyMs, work } = this.options
    const ttlMs = Math.max(everyMs, SHORTEST_LOCK_MS)
    try {
      await this.locks.run(`work:${name}`, { ttlMs, waitMs: 0 }, work)
    } catch (error) {
      if (this.#stopped || error instanceof E_LOCK_BUSY || (await this.losses.isOutage(error)))
        return
      this.logger.error({ err: error, work: name }, 'a periodic job failed')
    }
  }
}
