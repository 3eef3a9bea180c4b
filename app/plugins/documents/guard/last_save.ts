import { inject } from '@adonisjs/core'
import { ForceSave } from '../live/force_save.js'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { E_NOT_EDITED, E_UNSAVED_WORK } from '../errors.js'
import type { SessionKey } from '../sessions/session_state.js'

const UNTAKEN = [E_NOT_EDITED, E_UNSAVED_WORK, E_UNAVAILABLE]

/** What people changed who stay in a session although told to leave is saved before the document goes on without them. */
@inject()
export class LastSave {
  constructor(private readonly forceSave: ForceSave) {}

  /** @returns whether all that they changed until now is here; `false`, too, when they left meanwhile */
  async isTaken(key: SessionKey): Promise<boolean> {
    try {
      await this.forceSave.save(key)
      return true
    } catch (error) {
      if (UNTAKEN.some((Reason) => error instanceof Reason)) return false
      throw error
    }
  }
}
