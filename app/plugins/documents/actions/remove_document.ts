import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/http/errors'
import { EditingGuard, type GuardOptions, type Quiet } from '../guard/editing_guard.js'
import { byDeadline } from '../live/by_deadline.js'
import type Document from '../models/document.js'

/**
 * Removes a document from the trash, for good and with its log; its files go with the next sweep of theirs. Work that
 * somebody has not saved yet would be lost with it, so nobody may be at it.
 *
 * @throws E_BEING_EDITED, E_UNSAVED_WORK, E_UNAVAILABLE; E_NOT_FOUND when it is not in the trash, or no longer; E_CONFLICT when a save came meanwhile
 */
@inject()
export class RemoveDocument {
  constructor(
    private readonly guard: EditingGuard,
    private readonly logger: Logger
  ) {}

  async handle(document: Document, options: GuardOptions): Promise<void> {
    const ask = async () => {
      const quiet = await this.#quiet(document.id, options)
      if (quiet.isBroughtBack) throw new E_CONFLICT(BROUGHT_BACK)
      return [quiet]
    }
    await this.guard.whileStillQuiet(ask, options, async ([current], trx) => {
      if (!current!.deletedAt) throw new E_NOT_FOUND()
      if (!options.drop && current!.lastVersionNo !== document.lastVersionNo)
        throw new E_CONFLICT('A save of it came just now; look at it, then repeat')
      await current!.useTransaction(trx).delete()
    })
    const { id: documentId, title } = document
    this.logger.info(
      { documentId, title, by: options.author.id },
      'a document was removed for good'
    )
  }

  async #quiet(id: number, options: GuardOptions): Promise<Quiet> {
    const quiet = this.guard.assertQuiet(id, { ...options, isForGood: true })
    const { deadline } = options
    return deadline === undefined ? quiet : byDeadline(quiet, deadline, TOO_LONG)
  }
}

export const TOO_LONG =
  'The document server takes too long to say who edits; the document was not removed, try again'

const BROUGHT_BACK =
  'Work in it that had not reached us was brought back just now, as a version; look at it, then repeat'
