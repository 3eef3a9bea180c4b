export interface LockOptions {
  /** The lock frees itself after this long even while the work still runs; choose well beyond its duration. */
  ttlMs: number
  /** How long to wait for another holder. */
  waitMs: number
}

/** Mutual exclusion over all nodes. */
export abstract class Locks {
  /**
   * Runs `work` while nobody else holds `key`.
   *
   * @throws E_LOCK_BUSY after `waitMs`; E_UNAVAILABLE when the shared store cannot be asked
   */
  abstract run<T>(key: string, options: LockOptions, work: () => Promise<T>): Promise<T>
}
