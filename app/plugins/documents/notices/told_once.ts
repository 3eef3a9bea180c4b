import { inject } from '@adonisjs/core'
import { Locks } from '#kernel/state/locks'

const LOCK = { ttlMs: 60_000, waitMs: 30_000 }

/** Lets one at a time tell of the same thing, over all nodes: whoever comes second looks again, and finds it told. */
@inject()
export class ToldOnce {
  constructor(private readonly locks: Locks) {}

  run<T>(what: string, work: () => Promise<T>): Promise<T> {
    return this.locks.runAnyway(`documents:told:${what}`, LOCK, work)
  }
}
