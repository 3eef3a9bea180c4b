import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { toStored } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import Document from '../models/document.js'
import DocumentVersion from '../models/document_version.js'
import { orRefusal } from '../or_refusal.js'
import { severalAtOnce } from '../sessions/several_at_once.js'
import { DAY_MS } from '../spans.js'
import { RemoveDocument } from './remove_document.js'

const BATCH = 100

/** Time limit of one run; the next run continues. */
const ASKING_MS = 600_000

/** A document with a recent version stays: people who were notified of it need time to look at it. */
@inject()
export class PurgeDocuments {
  constructor(
    private readonly removeDocument: RemoveDocument,
    private readonly logger: Logger
  ) {}

  async handle(retentionDays: number): Promise<number> {
    const before = toStored(clock.now() - retentionDays * DAY_MS)
    return actAsSystem('remove what was deleted long ago', () => this.#removeDeleted(before))
  }

  async #removeDeleted(before: string): Promise<number> {
    const deadline = clock.elapsed() + ASKING_MS
    let removed = 0
    let after = 0
    while (clock.elapsed() < deadline) {
      const documents = await deletedAfter(after, before)
      await severalAtOnce(documents, deadline, async (document) => {
        if (await this.#isRemoved(document)) removed++
      })
      if (documents.length < BATCH) break
      after = documents.at(-1)!.id
    }
    return removed
  }

  async #isRemoved(document: Document): Promise<boolean> {
    const refused = await orRefusal(this.removeDocument.handle(document, { drop: null }))
    if (!refused) return true
    const about = { documentId: document.id, why: refused.message }
    this.logger.warn(about, 'a deleted document could not be removed yet')
    return false
  }
}

function deletedAfter(id: number, before: string): Promise<Document[]> {
  const saved = DocumentVersion.query().where('createdAt', '>=', before).select('documentId')
  return Document.query()
    .where('deletedAt', '<', before)
    .whereNotIn('id', saved)
    .where('id', '>', id)
    .orderBy('id')
    .limit(BATCH)
    .exec()
}
