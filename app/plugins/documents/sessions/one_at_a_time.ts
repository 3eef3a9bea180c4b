import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { E_LOCK_BUSY } from '#kernel/state/errors'
import { Locks, type Hold } from '#kernel/state/locks'

/** Beyond what a save may take. That of a node that is gone frees itself long before the wait is over. */
const LOCK = { ttlMs: 300_000, waitMs: 60_000 }

/** One save of a document at a time, over all nodes, so that copies of the same are fetched once. */
@inject()
export class OneAtATime {
  constructor(private readonly locks: Locks) {}

  /**
   * While nodes cannot agree on a lock the work goes on without one: what must not happen twice the database keeps
   * from happening twice.
   *
   * @param work is given what to ask before it commits: E_LOCK_BUSY when this node was taken for gone meanwhile
   */
  async run<T>(documentId: number, work: (hold: Hold) => Promise<T>): Promise<T> {
    const progress = { begun: false }
    const begin = (hold: Hold) => {
      progress.begun = true
      return work({ assertHeld: () => unlessUnknown(hold) })
    }
    try {
      return await this.locks.run(lockOf(documentId), LOCK, begin)
    } catch (error) {
      if (progress.begun || !(error instanceof E_UNAVAILABLE)) throw error
      return work(WITHOUT)
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

const WITHOUT: Hold = { assertHeld: async () => undefined }

async function unlessUnknown(hold: Hold): Promise<void> {
  try {
    await hold.assertHeld()
  } catch (error) {
    if (!(error instanceof E_UNAVAILABLE)) throw error
  }
}

function lockOf(documentId: number): string {
  return `documents:save:${documentId}`
}
