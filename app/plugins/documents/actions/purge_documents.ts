import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Refusal } from '#kernel/http/define_error'
import { toStored } from '#kernel/database/instant'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { ClockCheck } from '#kernel/state/clock_check'
import { around, type Between } from '../live/around.js'
import { RoundPlaces } from '../live/round_places.js'
import { severalAtOnce } from '../live/several_at_once.js'
import Document from '../models/document.js'
import { keptSince } from '../saves/arrivals.js'
import { DAY_MS } from '../spans.js'
import { THE_SERVICE } from '../versions/author.js'
import { RemoveDocument } from './remove_document.js'

const BATCH = 100
const PLACE = 'purge'

/** How long one run may ask; the next one comes to the rest. */
const ASKING_MS = 600_000

/**
 * Removes for good what was deleted long enough ago, unless somebody's work in it is not saved yet, or was brought back
 * since: whoever was told of that has the same time to look at it.
 */
@inject()
export class PurgeDocuments {
  constructor(
    private readonly removeDocument: RemoveDocument,
    private readonly clockCheck: ClockCheck,
    private readonly places: RoundPlaces,
    private readonly logger: Logger
  ) {}

  /**
   * @returns how many documents were removed
   * @throws E_CLOCK_DOUBTFUL, E_UNAVAILABLE where it is not sure how old anything is
   */
  async handle(retentionDays: number): Promise<number> {
    await this.clockCheck.assertAgreed()
    const before = toStored(clock.now() - retentionDays * DAY_MS)
    return actAsSystem('remove what was deleted long ago', () => this.#removeDeleted(before))
  }

  /** It goes on where the last purge stopped: what cannot be removed keeps nothing else. */
  async #removeDeleted(before: string): Promise<number> {
    const deadline = clock.elapsed() + ASKING_MS
    let removed = 0
    const find = (between: Between) => deletedBetween(between, before)
    for await (const documents of around(this.places.of(PLACE), find)) {
      const reached = await severalAtOnce(documents, deadline, async (document) => {
        if (await this.#isRemoved(document, deadline, before)) removed++
      })
      this.places.note(PLACE, documents[reached - 1]?.id ?? this.places.of(PLACE))
      if (clock.elapsed() < deadline) continue
      this.logger.warn(
        { removed },
        'deleted documents are left to the next purge: this one took too long'
      )
      break
    }
    return removed
  }

  async #isRemoved(document: Document, deadline: number, before: string): Promise<boolean> {
    try {
      const options = { drop: null, author: THE_SERVICE, deadline }
      await this.removeDocument.handle(document, options, before)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { id: documentId } = document
      this.logger.warn(
        { documentId, why: error.message },
        'a deleted document is kept a while longer'
      )
      return false
    }
  }
}

function deletedBetween({ after, upTo }: Between, before: string): Promise<Document[]> {
  const documents = Document.query().where('deletedAt', '<', before)
  for (const kept of keptSince(before)) void documents.whereNotIn('id', kept)
  if (after !== undefined) void documents.where('id', '>', after)
  if (upTo !== undefined) void documents.where('id', '<=', upTo)
  return documents.orderBy('id').limit(BATCH).exec()
}
