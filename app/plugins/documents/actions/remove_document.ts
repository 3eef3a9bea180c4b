import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/http/errors'
import { EditingGuard, type GuardOptions, type Quiet } from '../guard/editing_guard.js'
import { byDeadline } from '../live/by_deadline.js'
import type Document from '../models/document.js'
import { areSame, arrivalsOf, keptSince, type Arrivals } from '../saves/arrivals.js'

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

  /** @param since of what people were told since then that it is kept nothing is removed, as it is stored */
  async handle(document: Document, options: GuardOptions, since?: string): Promise<void> {
    const before = await arrivalsOf(document.id)
    const ask = async () => {
      const quiet = await this.#quiet(document.id, options)
      if (quiet.isBroughtBack) throw new E_CONFLICT(BROUGHT_BACK)
      return [quiet]
    }
    await this.guard.whileStillQuiet(ask, options, async ([current], trx) => {
      if (!current!.deletedAt) throw new E_NOT_FOUND()
      if (+current!.deletedAt !== +document.deletedAt!) throw new E_CONFLICT(DELETED_ANEW)
      if (!options.drop) await assertNothingCame(document, { current: current!, before }, trx)
      if (since !== undefined) await assertNothingKept(document.id, since, trx)
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

/** @throws E_CONFLICT */
async function assertNothingCame(
  { id, lastVersionNo }: Document,
  { current, before }: { current: Document; before: Arrivals },
  trx: TransactionClientContract
): Promise<void> {
  const isSame = current.lastVersionNo === lastVersionNo
  if (!isSame || !areSame(before, await arrivalsOf(id, trx))) throw new E_CONFLICT(CAME)
}

/** @throws E_CONFLICT */
async function assertNothingKept(
  documentId: number,
  since: string,
  trx: TransactionClientContract
): Promise<void> {
  for (const kept of keptSince(since, trx))
    if (await kept.where({ documentId }).first()) throw new E_CONFLICT(CAME)
}

const DELETED_ANEW =
  'It was taken out of the trash and deleted anew just now; look at it, then repeat'

const CAME = 'A save of it came just now; look at it, then repeat'

export const TOO_LONG =
  'The document server takes too long to say who edits; the document was not removed, try again'

const BROUGHT_BACK =
  'Work in it that had not reached us was brought back just now, as a version; look at it, then repeat'
