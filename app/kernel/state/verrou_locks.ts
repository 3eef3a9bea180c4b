import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import type { LockService } from '@adonisjs/lock/types'
import { E_LOCK_BUSY, SharedStateLost } from './errors.js'
import { LEASE_MS, LockLease, type Lock } from './lock_lease.js'
import { Locks, type Hold, type LockOptions } from './locks.js'
import type { StateStatus } from './state_status.js'

/** How often who waits asks again. */
const ASK_AGAIN_MS = 20

/** Locks by `@adonisjs/lock`, on the store that `config/lock.ts` names. */
export class VerrouLocks extends Locks {
  constructor(
    private readonly locks: Pick<LockService, 'createLock'>,
    private readonly status: Pick<StateStatus, 'settled' | 'connected'>,
    private readonly prefix: string,
    private readonly logger: Logger,
    private readonly leaseMs = LEASE_MS
  ) {
    super()
  }

  /** A command begins before its first connection stands, and that is no reason to refuse. */
  async run<T>(key: string, options: LockOptions, work: (hold: Hold) => Promise<T>): Promise<T> {
    await this.status.settled()
    const { ttlMs, waitMs } = options
    const lock = this.locks.createLock(`${this.prefix}lock:${key}`, Math.min(ttlMs, this.leaseMs))
    if (!(await this.#acquire(lock, waitMs))) throw new E_LOCK_BUSY()
    const lease = new LockLease(lock, ttlMs, this.leaseMs)
    try {
      return await work(lease)
    } finally {
      lease.stop()
      await this.#release(lock, key)
    }
  }

  /** The library's own waiting goes by the clock of the machine, and has no end where that is set back. */
  async #acquire(lock: Lock, waitMs: number): Promise<boolean> {
    const until = performance.now() + waitMs
    try {
      while (!(await lock.acquireImmediately())) {
        if (performance.now() >= until) return false
        await pause(ASK_AGAIN_MS)
      }
      return true
    } catch (error) {
      throw new SharedStateLost(undefined, { cause: error })
    }
  }

  /**
   * The work is done whatever happens here; a lock that stays behind ends by itself. That Redis is lost is said by whoever
   * noticed.
   */
  async #release(lock: Lock, key: string): Promise<void> {
    try {
      await lock.release()
    } catch (error) {
      if (!this.status.connected) return
      this.logger.warn(
        { err: error, lock: key },
        'a lock ended before its work, or could not be freed'
      )
    }
  }
}
