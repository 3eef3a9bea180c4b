import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Refusal } from '#kernel/http/define_error'
import { EditorSettings } from '../editor/editor_settings.js'
import { modificationOf } from '../saves/fetched_save.js'
import { whenWritten } from '../saves/when_written.js'
import type { WhenWritten } from '../sessions/came_after.js'
import { noteLost } from '../sessions/lost_people.js'
import { LostFiles } from './lost_files.js'

/** Nothing tells when what is kept was written, nor whether it is. */
const UNTOLD: WhenWritten = Object.freeze({ writtenAt: null, changedAt: null })

/**
 * A session that begins anew goes on from what the document server could not deliver of it, where that is there. What that
 * is can be learnt only then: a save that comes later says nothing of it.
 */
@inject()
export class BegunAnew {
  constructor(
    private readonly settings: EditorSettings,
    private readonly lost: LostFiles,
    private readonly logger: Logger
  ) {}

  /** Before whoever comes is noted as inside. */
  async handle(editorKey: string): Promise<void> {
    await noteLost(editorKey, await this.#kept(editorKey))
  }

  async #kept(editorKey: string): Promise<WhenWritten | null> {
    try {
      await using file = await this.lost.fetchAny(editorKey)
      if (!file) return null
      const { writtenAt: assembledAt, aheadMs } = file
      const modifiedAt = await modificationOf(file, this.settings.packageBounds)
      return whenWritten({ assembledAt, aheadMs, modifiedAt })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.logger.warn(
        { editorKey, why: error.message },
        'it is not known what is kept of a session'
      )
      return UNTOLD
    }
  }
}
