import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentOperator } from '#kernel/operator/acting'
import { E_NO_HANDLER } from '../errors.js'
import type Document from '../models/document.js'
import DocumentReview from '../models/document_review.js'
import { DocumentNotices } from '../notices/document_notices.js'
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

/**
 * Says anew who is still to judge a document under review, as when one of them is away. What somebody has decided
 * stays, and approval waits for all who are named.
 */
@inject()
export class ReplaceHandlers {
  constructor(
    private readonly eligible: EligibleHandlers,
    private readonly notices: DocumentNotices,
    private readonly rights: NarrowedRights
  ) {}

  /** @throws E_NO_HANDLER, E_NOT_FOUND, E_DOCUMENT_STATE, E_TOO_MANY_REQUESTS; E_VALIDATION for handlers whom it cannot be submitted to */
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
    assertState(document, 'in_review', 'it has no handlers')
    const asked = await openReviewsOf(id, trx).orderBy('id')
    this.eligible.assertNotSubmitter(asked, named)
    await this.eligible.assertNotSoleWriter(document, named, trx)

    const { waiting, added, removed } = compare(asked, named)
    if (waiting.length + added.length === 0) throw new E_NO_HANDLER()
    await release(removed, trx)
    await ask(asked[0]!, added, trx)
    const detail = { added, removed: removed.map(({ handlerId }) => handlerId) }
    if (added.length + removed.length > 0) await note(document, detail, trx)
    return { document, ...detail }
  }

  async #tell({ document, added, removed }: Change): Promise<void> {
    const operator = currentOperator()
    await this.notices.send(added, document, submittedNotice(document, operator))
    await this.notices.send(removed, document, withdrawnNotice(document, operator))
  }
}

function compare(asked: readonly DocumentReview[], named: readonly number[]) {
  const undecided = asked.filter(({ decidedAt }) => decidedAt === null)
  const known = new Set(asked.map(({ handlerId }) => handlerId))
  return {
    waiting: undecided.filter(({ handlerId }) => named.includes(handlerId)),
    removed: undecided.filter(({ handlerId }) => !named.includes(handlerId)),
    added: named.filter((handler) => !known.has(handler)),
  }
}

async function release(
  reviews: readonly DocumentReview[],
  trx: TransactionClientContract
): Promise<void> {
  const ids = reviews.map(({ id }) => id)
  await DocumentReview.query({ client: trx }).whereIn('id', ids).delete()
}

/** Of what was submitted, by whoever submitted it. */
async function ask(
  { documentId, submittedBy, versionNo, submissionNo }: DocumentReview,
  handlerIds: readonly number[],
  trx: TransactionClientContract
): Promise<void> {
  const asked = { documentId, submittedBy, versionNo, submissionNo }
  const reviews = handlerIds.map((handlerId) => ({ ...asked, handlerId }))
  await DocumentReview.createMany(reviews, { client: trx })
}

async function note(
  { id, versionNo }: Document,
  detail: Record<string, unknown>,
  trx: TransactionClientContract
): Promise<void> {
  const author = authorOf(currentOperator())
  await noteInLog(id, { action: 'handlers_replaced', author, versionNo, detail }, trx)
}
