import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { E_LOCK_BUSY, Locks } from '#kernel/state/main'

/** As long as a callback waits, so that one after a node that was killed is not refused. */
const LOCK_MS = 60_000

/**
 * One callback of a document at a time, over all nodes, so that the same file is fetched once. It only saves work: what
 * counts is the lock of the document's row when something is committed.
 */
@inject()
export class SessionTurns {
  constructor(private readonly locks: Locks) {}

  /** @throws E_LOCK_BUSY */
  run<T>(documentId: number, work: () => Promise<T>): Promise<T> {
    const lock = { ttlMs: LOCK_MS, waitMs: LOCK_MS }
    return this.locks.runAnyway(keyOf(documentId), lock, work)
  }

  /** Whether no save of the document is being taken, after waiting for one that is. */
  async isIdle(documentId: number, waitMs: number): Promise<boolean> {
    try {
      const lock = { ttlMs: LOCK_MS, waitMs }
      await this.locks.run(keyOf(documentId), lock, async () => undefined)
      return true
    } catch (error) {
      if (error instanceof E_LOCK_BUSY) return false
      if (error instanceof E_UNAVAILABLE) return true
      throw error
    }
  }
}

const keyOf = (documentId: number): string => `documents:save:${documentId}`
