import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentOperator } from '#kernel/acting/main'
import { say } from '#kernel/languages/main'
import { E_NO_HANDLER } from '../errors.js'
import type Document from '../models/document.js'
import type DocumentReview from '../models/document_review.js'
import { DocumentNotices } from '../notices/document_notices.js'
import { askHandlers } from '../submissions/ask_handlers.js'
import { EligibleHandlers } from '../submissions/eligible_handlers.js'
import { NarrowedRights } from '../sessions/narrowed_rights.js'
import { openReviewsOf } from '../rights/open_reviews.js'
import { submittedNotice, withdrawnNotice } from '../submissions/submission_notices.js'
import { assertSubmissionPace } from '../paces.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { assertState } from '../versions/document_state.js'
import { lockedForChange } from '../versions/locked_document.js'

interface Change {
  document: Document
  added: number[]
  removed: number[]
}

/** Replaces the handlers of a review who have not decided yet. Decisions stay, and the approval needs all handlers. */
@inject()
export class ReplaceHandlers {
  constructor(
    private readonly eligible: EligibleHandlers,
    private readonly notices: DocumentNotices,
    private readonly rights: NarrowedRights
  ) {}

  /** @throws E_NO_HANDLER, E_NOT_FOUND, E_DOCUMENT_STATE, E_TOO_MANY_REQUESTS; E_VALIDATION for unsuitable handlers */
  async handle(document: Document, handlerIds: readonly number[]): Promise<Document> {
    await assertSubmissionPace(currentOperator().id)
    const named = [...new Set(handlerIds)]
    await this.eligible.assert(document, named)
    const change = await db.transaction((trx) => this.#replace(document.id, named, trx))
    await this.#tell(change)
    if (change.removed.length > 0) await this.rights.handle({ documentIds: [document.id] })
    return change.document
  }

  async #replace(id: number, named: number[], trx: TransactionClientContract): Promise<Change> {
    const document = await lockedForChange(id, trx)
    assertState(document, 'in_review', say`it has no handlers`)
    const asked = await openReviewsOf(id, trx).orderBy('id')
    await this.eligible.assertNotOwn(document, named, asked, trx)

    const { added, removed, isLeft } = compare(asked, named)
    if (!isLeft) throw new E_NO_HANDLER()
    await openReviewsOf(id, trx).whereIn('handlerId', removed).whereNull('decidedAt').delete()
    await askHandlers(asked[0]!, added, trx)
    const author = authorOf(currentOperator())
    const entry = { action: 'handlers_replaced' as const, author, versionNo: document.versionNo }
    if (added.length + removed.length > 0)
      await noteInLog(id, { ...entry, detail: { added, removed } }, trx)
    return { document, added, removed }
  }

  async #tell({ document, added, removed }: Change): Promise<void> {
    const operator = currentOperator()
    await this.notices.send(added, document, submittedNotice(document, operator))
    await this.notices.send(removed, document, withdrawnNotice(document, operator))
  }
}

function compare(asked: readonly DocumentReview[], named: readonly number[]) {
  const known = new Set(asked.map(({ handlerId }) => handlerId))
  const undecided = asked.flatMap(({ decidedAt, handlerId }) => (decidedAt ? [] : handlerId))
  const removed = undecided.filter((handlerId) => !named.includes(handlerId))
  const added = named.filter((handlerId) => !known.has(handlerId))
  return { added, removed, isLeft: undecided.length - removed.length + added.length > 0 }
}
