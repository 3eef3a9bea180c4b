import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { Locks } from '#kernel/state/locks'

const LOCK = { ttlMs: 60_000, waitMs: 30_000 }

/** Lets one at a time tell of the same thing, over all nodes: whoever comes second looks again, and finds it told. */
@inject()
export class ToldOnce {
  constructor(private readonly locks: Locks) {}

  /** While nodes cannot agree on a lock it goes on without one: twice is better than not at all. */
  async run<T>(what: string, work: () => Promise<T>): Promise<T> {
    const progress = { begun: false }
    const begin = () => {
      progress.begun = true
      return work()
    }
    try {
      return await this.locks.run(`documents:told:${what}`, LOCK, begin)
    } catch (error) {
      if (progress.begun || !(error instanceof E_UNAVAILABLE)) throw error
      return work()
    }
  }
}
