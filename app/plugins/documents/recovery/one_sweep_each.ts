import { inject } from '@adonisjs/core'
import { E_LOCK_BUSY } from '#kernel/state/errors'
import { Locks } from '#kernel/state/locks'
import { EditorSettings } from '../editor/editor_settings.js'
import { savingMs } from '../sessions/one_at_a_time.js'

/** A sweep may find another one, on this or another node, still at what takes long to come: that is fetched once. */
@inject()
export class OneSweepEach {
  constructor(
    private readonly locks: Locks,
    private readonly settings: EditorSettings
  ) {}

  /** @returns `null` where another one is at it */
  async run<T>(editorKey: string, work: () => Promise<T>): Promise<T | null> {
    const lock = { ttlMs: savingMs(this.settings), waitMs: 0 }
    const progress = { begun: false }
    const begin = () => {
      progress.begun = true
      return work()
    }
    try {
      return await this.locks.runAnyway(`documents:sweep:${editorKey}`, lock, begin)
    } catch (error) {
      if (!progress.begun && error instanceof E_LOCK_BUSY) return null
      throw error
    }
  }
}
