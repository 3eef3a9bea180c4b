import { inject } from '@adonisjs/core'
import { Refusal } from '#kernel/http/define_error'
import { currentOperator } from '#kernel/operator/acting'
import type { GuardOptions } from '../live/editing_guard.js'
import type Document from '../models/document.js'
import { TrashedDocuments } from '../queries/trashed_documents.js'
import { authorOf } from '../versions/author.js'
import { RemoveDocument } from './remove_document.js'

export interface EmptiedTrash {
  removed: number
  /** Those that cannot be removed now, and why. */
  kept: { id: number; title: string; reason: string }[]
  /** Whether there are others that this call did not come to. */
  more: boolean
}

const MOST_AT_ONCE = 500

/** Removes for good what is in the trash within reach, the oldest first. */
@inject()
export class EmptyTrash {
  constructor(
    private readonly trash: TrashedDocuments,
    private readonly removeDocument: RemoveDocument
  ) {}

  async handle(): Promise<EmptiedTrash> {
    const author = authorOf(currentOperator())
    const options = { drop: null, author, dropRemedy: 'remove it by itself with drop=true' }
    const documents = await this.trash.oldest(MOST_AT_ONCE + 1)
    const emptied: EmptiedTrash = { removed: 0, kept: [], more: documents.length > MOST_AT_ONCE }
    for (const document of documents.slice(0, MOST_AT_ONCE)) {
      const refused = await this.#remove(document, options)
      if (!refused) emptied.removed++
      else if (refused.status !== 404) emptied.kept.push(told(document, refused))
    }
    return emptied
  }

  async #remove(document: Document, options: GuardOptions): Promise<Refusal | null> {
    try {
      await this.removeDocument.handle(document, options)
      return null
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }
}

function told({ id, title }: Document, { message }: Refusal) {
  return { id, title, reason: message }
}
