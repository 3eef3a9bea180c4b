import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/http/errors'
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
      return await this.locks.run(`documents:save:${documentId}`, LOCK, begin)
    } catch (error) {
      if (progress.begun || !(error instanceof E_UNAVAILABLE)) throw error
      return work()
    }
  }
}
