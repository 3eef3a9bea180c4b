import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { E_LOCK_BUSY } from '#kernel/state/errors'
import { Locks } from '#kernel/state/locks'

const LOCK = { ttlMs: 300_000, waitMs: 60_000 }

/** One save of a document at a time, over all nodes, so that copies of the same are fetched once. */
@inject()
export class OneAtATime {
  constructor(private readonly locks: Locks) {}

  /**
   * While nodes cannot agree on a lock the work goes on without one: what must not happen twice the database keeps
   * from happening twice.
   */
  async run<T>(documentId: number, work: () => Promise<T>): Promise<T> {
    const progress = { begun: false }
    const begin = () => {
      progress.begun = true
      return work()
    }
    try {
      return await this.locks.run(lockOf(documentId), LOCK, begin)
    } catch (error) {
      if (progress.begun || !(error instanceof E_UNAVAILABLE)) throw error
      return work()
    }
  }

  /** Whether no save of the document is being recorded, once one that is has had time for it. */
  async isIdle(documentId: number, waitMs: number): Promise<boolean> {
    try {
      await this.locks.run(lockOf(documentId), { ...LOCK, waitMs }, async () => undefined)
      return true
    } catch (error) {
      if (error instanceof E_LOCK_BUSY) return false
      if (error instanceof E_UNAVAILABLE) return true
      throw error
    }
  }
}

function lockOf(documentId: number): string {
  return `documents:save:${documentId}`
}
