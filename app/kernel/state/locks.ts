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

/** A lock that is held. */
export interface Hold {
  /**
   * Call it before a step that must not run without the lock: it may have expired.
   *
   * @throws E_LOCK_BUSY when the lock was lost; E_UNAVAILABLE when the shared store cannot be asked
   */
  assertHeld: () => Promise<void>
}

/** Mutual exclusion over all nodes. */
export abstract class Locks {
  /**
   * Runs `work` while it holds the lock `key`.
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
