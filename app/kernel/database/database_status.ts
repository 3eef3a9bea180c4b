import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { withTimeout } from '#kernel/errors/main'
import { dialectOf } from './dialect.js'
import { isConnectionRefused, isDatabaseLost } from './faults.js'

const TIMEOUT_MS = 2_000
const RETRY_MS = 1_000
const CONNECTION = 'health'

const TOO_MANY_CONNECTIONS =
  '; NODES × (DB_POOL_MAX + 1), and what commands and other programs need, must stay below max_connections of its server and the limit of its user'

/** Whether the database answers. Its loss is logged once, and so is its return. */
export class DatabaseStatus {
  #recovery: Promise<void> | null = null
  #check: Promise<boolean> | null = null
  #isStopped = false

  constructor(
    private readonly db: Database,
    private readonly logger: Pick<Logger, 'error' | 'info'>
  ) {}

  /** Runs one statement, with a timeout of two seconds; concurrent callers share it. */
  answers(): Promise<boolean> {
    this.#check ??= this.#run().finally(() => (this.#check = null))
    return this.#check
  }

  /** Whether an error, or its cause, is the loss of the database; the loss has been logged by then. */
  async isOutage(error: unknown): Promise<boolean> {
    if (this.#isStopped || !isLoss(error)) return false
    return this.#recovery !== null || !(await this.answers())
  }

  stop(): void {
    this.#isStopped = true
  }

  async #run(): Promise<boolean> {
    try {
      await withTimeout(Promise.resolve(this.#client().rawQuery('select 1')), TIMEOUT_MS)
      return true
    } catch (error) {
      this.#noteLoss(error)
      return false
    }
  }

  #noteLoss(error: unknown): void {
    if (this.#recovery || this.#isStopped) return
    const remedy = isConnectionRefused(error) ? TOO_MANY_CONNECTIONS : ''
    this.logger.error({ err: error }, `the database is lost: requests are answered 503${remedy}`)
    this.#recovery = this.#waitForReturn().finally(() => (this.#recovery = null))
  }

  async #waitForReturn(): Promise<void> {
    do await pause(RETRY_MS, undefined, { ref: false })
    while (!this.#isStopped && !(await this.answers()))
    if (!this.#isStopped) this.logger.info('the database is back')
  }

  /** A connection of its own: those of the pool may all be busy, which is no loss. SQLite has only one. */
  #client(): QueryClientContract {
    const { manager, primaryConnectionName } = this.db
    if (dialectOf(this.db.connection()) === 'sqlite') return this.db.connection()
    if (!manager.has(CONNECTION)) {
      const { config } = manager.get(primaryConnectionName)!
      manager.add(CONNECTION, { ...config, pool: { ...config.pool, min: 0, max: 1 } })
    }
    return this.db.connection(CONNECTION)
  }
}

function isLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return isDatabaseLost(error) || isLoss(error.cause)
}
