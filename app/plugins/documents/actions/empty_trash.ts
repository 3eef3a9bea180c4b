import { inject } from '@adonisjs/core'
import { currentOperator } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { severalAtOnce } from '../sessions/several_at_once.js'
import { orRefusal } from '../or_refusal.js'
import { assertDeletingPace } from '../paces.js'
import { TrashedDocuments } from '../queries/trashed_documents.js'
import { RemoveDocument } from './remove_document.js'

const MOST_AT_ONCE = 500

const ASKING_MS = 30_000

const TOO_LONG = 'It takes too long to ask who edits it; try again'

@inject()
export class EmptyTrash {
  constructor(
    private readonly trash: TrashedDocuments,
    private readonly removeDocument: RemoveDocument
  ) {}

  /** @throws E_TOO_MANY_REQUESTS */
  async handle() {
    const { id: operatorId } = currentOperator()
    await assertDeletingPace(operatorId)
    const found = await this.trash.oldest(MOST_AT_ONCE + 1)
    const documents = found.slice(0, MOST_AT_ONCE)
    if (documents.length > 1) await assertDeletingPace(operatorId, documents.length - 1)
    const kept = new Map(documents.map(({ id, title }) => [id, { id, title, reason: TOO_LONG }]))
    let removed = 0
    await severalAtOnce(documents, clock.elapsed() + ASKING_MS, async (document) => {
      const refused = await orRefusal(this.removeDocument.handle(document, { drop: null }))
      if (refused && refused.status !== 404) kept.get(document.id)!.reason = refused.message
      else kept.delete(document.id)
      if (!refused) removed++
    })
    return { removed, kept: [...kept.values()], more: found.length > MOST_AT_ONCE }
  }
}
