import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { E_LOCK_BUSY } from '#kernel/state/errors'
import { Locks, type Hold } from '#kernel/state/locks'
import { EditorSettings } from '../editor/editor_settings.js'

/** Of a save once it is here. */
const RECORDING_MS = 300_000

const WAIT_MS = 60_000

/** Beyond what a save may take, with its changes. That of a node that is gone frees itself long before the wait is over. */
export function savingMs({ config }: EditorSettings): number {
  return RECORDING_MS + 2 * config.downloadSeconds * 1000
}

/** One save of a document at a time, over all nodes, so that copies of the same are fetched once. */
@inject()
export class OneAtATime {
  constructor(
    private readonly locks: Locks,
    private readonly settings: EditorSettings
  ) {}

  /**
   * Also without a lock: what must not happen twice the database keeps from happening twice.
   *
   * @param work is given what to ask before it commits: E_LOCK_BUSY when this node was taken for gone meanwhile
   */
  async run<T>(documentId: number, work: (hold: Hold) => Promise<T>): Promise<T> {
    return this.locks.runAnyway(lockOf(documentId), this.#lock(), (hold) =>
      work(hold ? { assertHeld: () => unlessUnknown(hold) } : WITHOUT)
    )
  }

  /** Whether no save of the document is being recorded, once one that is has had time for it. */
  async isIdle(documentId: number, waitMs: number): Promise<boolean> {
    try {
      await this.locks.run(lockOf(documentId), this.#lock(waitMs), async () => undefined)
      return true
    } catch (error) {
      if (error instanceof E_LOCK_BUSY) return false
      if (error instanceof E_UNAVAILABLE) return true
      throw error
    }
  }

  #lock(waitMs = WAIT_MS) {
    return { ttlMs: savingMs(this.settings), waitMs }
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
