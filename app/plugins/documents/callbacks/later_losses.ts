import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import type { Callback } from '../editor/callback.js'
import { E_BEING_EDITED, E_UNSAVED_WORK } from '../errors.js'
import { LostWork } from '../recovery/lost_work.js'
import { isRefusedStill } from '../sessions/owed_work.js'

/**
 * What a session lost while an older last save of it was on its way. The document server deletes all that it keeps of a session
 * once it is told that a last save of it is here, whichever that is.
 */
@inject()
export class LaterLosses {
  constructor(
    private readonly lost: LostWork,
    private readonly logger: Logger
  ) {}

  /**
   * Brings it here before a last save is answered; that is sent again where it is not handed out just now. What goes on from a
   * lost file, which has no history, has it in itself.
   *
   * @throws E_UNAVAILABLE
   */
  async bring({ editorKey, payload }: Callback): Promise<void> {
    if (!payload.history?.changes || !(await isRefusedStill(editorKey))) return
    try {
      await this.lost.of(editorKey)
    } catch (error) {
      if (!(error instanceof E_UNSAVED_WORK || error instanceof E_BEING_EDITED)) throw error
      this.logger.warn({ err: error }, 'what was refused before may be deleted over there')
    }
  }
}
