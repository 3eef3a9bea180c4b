import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'

/** Of the pool that the query builder keeps: pinned by tests/unit/database/busy_pool.spec.ts. */
interface Pool {
  readonly max: number
  numUsed(): number
  numPendingAcquires(): number
}

const LOOK_MS = 1_000
/** A moment is none: so many looks in a row somebody waited. */
const BUSY_AFTER = 2
/** Where it comes and goes it is said once. */
const CALM_AFTER = 10

/** Says that whoever asks the database waits for a connection, once as it begins and once as it ends. */
export class BusyPool {
  #timer: NodeJS.Timeout | undefined
  #isBusy = false
  /** Looks in a row that found otherwise. */
  #otherwise = 0

  constructor(
    private readonly db: Database,
    private readonly logger: Pick<Logger, 'warn' | 'info'>
  ) {}

  start(): void {
    this.#timer = setInterval(() => this.look(), LOOK_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** To be called every second. */
  look(): void {
    const pool = this.db.getRawConnection(this.db.primaryConnectionName)?.connection?.pool as
      Pool | null | undefined
    if (!pool) return
    const waiting = pool.numUsed() >= pool.max ? pool.numPendingAcquires() : 0
    this.#otherwise = waiting > 0 === this.#isBusy ? 0 : this.#otherwise + 1
    if (this.#otherwise < (this.#isBusy ? CALM_AFTER : BUSY_AFTER)) return
    this.#isBusy = !this.#isBusy
    this.#otherwise = 0
    this.#say(pool.max, waiting)
  }

  #say(max: number, waiting: number): void {
    const message = `all ${max} connections to the database are taken, ${waiting} wait`
    if (this.#isBusy) this.logger.warn({ max, waiting }, `${message}: see DB_POOL_MAX`)
    else this.logger.info('nobody waits for a connection to the database any more')
  }
}
