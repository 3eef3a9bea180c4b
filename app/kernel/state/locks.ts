import { SharedStateLost } from './errors.js'

export interface LockOptions {
  /**
   * The lock frees itself after this long even while the work still runs; choose well beyond its duration. That of a
   * process that is gone frees itself much sooner.
   */
  ttlMs: number
  /** How long to wait for another holder. */
  waitMs: number
}

/** What work that runs under a lock has in its hands. */
export interface Hold {
  /**
   * Before what must not be done by somebody who was taken for gone meanwhile.
   *
   * @throws E_LOCK_BUSY when the lock was lost; E_UNAVAILABLE when the shared store cannot be asked
   */
  assertHeld: () => Promise<void>
}

/** Mutual exclusion over all nodes. */
export abstract class Locks {
  /**
   * Runs `work` while nobody else holds `key`.
   *
   * @throws E_LOCK_BUSY after `waitMs`; E_UNAVAILABLE when the shared store cannot be asked
   */
  abstract run<T>(key: string, options: LockOptions, work: (hold: Hold) => Promise<T>): Promise<T>

  /**
   * The same, and without a lock while nodes cannot agree on one: for what is better done twice than not at all.
   *
   * @param work is given what it holds; `null` without a lock
   * @throws E_LOCK_BUSY after `waitMs`
   */
  async runAnyway<T>(
    key: string,
    options: LockOptions,
    work: (hold: Hold | null) => Promise<T>
  ): Promise<T> {
    const progress = { begun: false }
    const begin = (hold: Hold) => {
      progress.begun = true
      return work(hold)
    }
    try {
      return await this.run(key, options, begin)
    } catch (error) {
      if (progress.begun || !(error instanceof SharedStateLost)) throw error
      return work(null)
    }
  }
}
