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
}
