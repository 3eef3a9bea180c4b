import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { E_LOCK_BUSY, Locks } from '#kernel/state/main'
import { EditorSettings } from '../editor/editor_settings.js'

const RECORDING_MS = 300_000
const WAIT_MS = 60_000

/**
 * One callback of a document at a time, over all nodes, so that the same file is fetched once. It only saves work: what
 * counts is the lock of the document's row when something is committed.
 */
@inject()
export class SessionTurns {
  constructor(
    private readonly locks: Locks,
    private readonly settings: EditorSettings
  ) {}

  /** @throws E_LOCK_BUSY */
  run<T>(documentId: number, work: () => Promise<T>): Promise<T> {
    return this.locks.runAnyway(keyOf(documentId), this.#lock(WAIT_MS), work)
  }

  /** Whether no save of the document is being taken, after waiting for one that is. */
  async isIdle(documentId: number, waitMs: number): Promise<boolean> {
    try {
      await this.locks.run(keyOf(documentId), this.#lock(waitMs), async () => undefined)
      return true
    } catch (error) {
      if (error instanceof E_LOCK_BUSY) return false
      if (error instanceof E_UNAVAILABLE) return true
      throw error
    }
  }

  #lock(waitMs: number) {
    const downloadsMs = 2 * this.settings.config.downloadSeconds * 1000
    return { ttlMs: RECORDING_MS + downloadsMs, waitMs }
  }
}

const keyOf = (documentId: number): string => `documents:save:${documentId}`
