import { inject } from '@adonisjs/core'
import { Refusal } from '#kernel/http/define_error'
import { currentOperator } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { severalAtOnce } from '../sessions/several_at_once.js'
import type Document from '../models/document.js'
import { assertDeletingPace } from '../paces.js'
import { TrashedDocuments } from '../queries/trashed_documents.js'
import { RemoveDocument } from './remove_document.js'

export interface EmptiedTrash {
  removed: number
  /** Those that cannot be removed now, and why. */
  kept: { id: number; title: string; reason: string }[]
  /** Whether there are others that this call did not come to. */
  more: boolean
}

const MOST_AT_ONCE = 500

/** How long it is asked about all of them together. */
const ASKING_MS = 30_000

const TOO_LONG = 'It takes too long to ask who edits it; try again'

/** Removes for good what is in the trash within reach, the oldest first; what cannot be asked about in time is left. */
@inject()
export class EmptyTrash {
  constructor(
    private readonly trash: TrashedDocuments,
    private readonly removeDocument: RemoveDocument
  ) {}

  /** @throws E_TOO_MANY_REQUESTS */
  async handle(): Promise<EmptiedTrash> {
    const { id } = currentOperator()
    await assertDeletingPace(id)
    const found = await this.trash.oldest(MOST_AT_ONCE + 1)
    const documents = found.slice(0, MOST_AT_ONCE)
    if (documents.length > 1) await assertDeletingPace(id, documents.length - 1)
    const outcomes = new Map<Document, Refusal | null>()
    await severalAtOnce(documents, clock.elapsed() + ASKING_MS, async (document) => {
      outcomes.set(document, await this.#remove(document))
    })
    return { ...outcomeOf(documents, outcomes), more: found.length > MOST_AT_ONCE }
  }

  async #remove(document: Document): Promise<Refusal | null> {
    try {
      await this.removeDocument.handle(document, { drop: null })
      return null
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }
}

/** What was not come to is left as well. */
function outcomeOf(
  documents: readonly Document[],
  outcomes: ReadonlyMap<Document, Refusal | null>
): Omit<EmptiedTrash, 'more'> {
  const kept = documents.flatMap((document) => {
    const { id, title } = document
    const refused = outcomes.get(document)
    if (refused === null || refused?.status === 404) return []
    return [{ id, title, reason: refused?.message ?? TOO_LONG }]
  })
  const removed = [...outcomes.values()].filter((refused) => refused === null).length
  return { removed, kept }
}
