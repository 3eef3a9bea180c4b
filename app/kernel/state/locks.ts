import type { Logger } from '@adonisjs/core/logger'
import type { LockService } from '@adonisjs/lock/types'
import { E_LOCK_BUSY, SharedStateLost } from './errors.js'
import type { StateStatus } from './state_status.js'

export interface LockOptions {
  /** The lock is released after this time even while the work still runs; choose it well beyond the duration of the work. */
  ttlMs: number
  /** How long to wait for another holder. */
  waitMs: number
}

type Lock = ReturnType<LockService['createLock']>

/** How often a waiting caller asks again. */
const RETRY_MS = 50

/** Mutual exclusion over all nodes, on the store of `config/lock.ts`. */
export class Locks {
  constructor(
    private readonly locks: Pick<LockService, 'createLock'>,
    private readonly status: Pick<StateStatus, 'settled'>,
    private readonly prefix: string,
    private readonly logger: Logger
  ) {}

  /**
   * Runs `work` while it holds the lock `key`.
   *
   * @throws E_LOCK_BUSY after `waitMs`; E_UNAVAILABLE when the shared store cannot be asked
   */
  async run<T>(key: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
    return this.#within(await this.#acquire(key, options), key, work)
  }

  /**
   * `run`, but without a lock while the shared store is lost: for work that is better done twice than not at all.
   *
   * @throws E_LOCK_BUSY after `waitMs`
   */
  async runAnyway<T>(key: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
    const lock = await this.#acquire(key, options).catch((error: unknown) => {
      if (error instanceof SharedStateLost) return null
      throw error
    })
    return lock ? this.#within(lock, key, work) : work()
  }

  async #acquire(key: string, { ttlMs, waitMs }: LockOptions): Promise<Lock> {
    await this.status.settled()
    const lock = this.locks.createLock(`${this.prefix}lock:${key}`, ttlMs)
    const retry = { delay: RETRY_MS, timeout: waitMs, attempts: waitMs > 0 ? undefined : 1 }
    const acquired = await lock.acquire({ retry }).catch((error: unknown) => {
      throw new SharedStateLost(undefined, { cause: error })
    })
    if (!acquired) throw new E_LOCK_BUSY()
    return lock
  }

  /** Once the work is done, a failure is only logged; a lock that could not be released ends by itself. */
  async #within<T>(lock: Lock, key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      await lock.release().catch(({ message }: Error) => {
        this.logger.debug({ reason: message, lock: key }, 'a lock could not be released')
      })
    }
  }
}
