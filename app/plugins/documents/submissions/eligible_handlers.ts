import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_VALIDATION } from '#kernel/errors/main'
import { currentOperator } from '#kernel/acting/main'
import { type Said, say } from '#kernel/languages/main'
import { operatorOf, People, type Card } from '#plugins/identity/main'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_NO_HANDLER } from '../errors.js'
import type Document from '../models/document.js'
import type DocumentReview from '../models/document_review.js'
import { DocumentReaders } from '../rights/document_readers.js'
import { Handlers } from '../rights/handlers.js'
import { soleWriterOf } from './own_work.js'

@inject()
export class EligibleHandlers {
  constructor(
    private readonly people: People,
    private readonly handlers: Handlers,
    private readonly readers: DocumentReaders,
    private readonly settings: EditorSettings
  ) {}

  /** Handlers must have the permission to review, and read the document or be within the operator’s reach. */
  async assert(document: Document, handlerIds: readonly number[]): Promise<void> {
    if (handlerIds.length === 0) throw new E_NO_HANDLER()
    if (!this.settings.config.ownReview) refuseOwn(handlerIds, currentOperator().id, SUBMITTED)

    const cards = [...(await this.people.cardsOf(handlerIds)).values()]
    const eligible = await this.#eligibleAmong(document, cards)
    const missing = handlerIds.filter((id) => !eligible.has(id)).join(', ')
    if (missing)
      refuse('active', say`Not within your reach, or without the right to review: ${missing}`)
  }

  /** @param document locked, so that its current version stays */
  async assertNotOwn(
    document: Document,
    handlerIds: readonly number[],
    asked: readonly DocumentReview[],
    trx: TransactionClientContract
  ): Promise<void> {
    if (this.settings.config.ownReview) return
    for (const { submittedBy } of asked) refuseOwn(handlerIds, submittedBy, SUBMITTED)
    refuseOwn(handlerIds, await soleWriterOf(document, trx), WRITTEN)
  }

  async #eligibleAmong(document: Document, cards: readonly Card[]): Promise<Set<number>> {
    const active = cards.filter((card) => card.active)
    const reviewers = new Set(await this.handlers.reviewersAmong(active.map(operatorOf)))
    const reviewing = active.filter(({ id }) => reviewers.has(id))
    const reached = await this.people.withinReach([...reviewers])
    reached.delete(currentOperator().id)
    const readers = await this.readers.among(
      document,
      reviewing.filter(({ id }) => !reached.has(id))
    )
    return new Set([...reached.keys(), ...readers.map(({ id }) => id)])
  }
}

const SUBMITTED = say`submits the document`
const WRITTEN = say`wrote the present version alone`

function refuseOwn(handlerIds: readonly number[], id: number | null, why: Said): void {
  if (id === null || !handlerIds.includes(id)) return
  refuse('own', say`User ${id} ${why}, so somebody else has to approve it; name another handler`)
}

function refuse(rule: string, message: Said): never {
  throw new E_VALIDATION(undefined, { errors: [{ field: 'handlerIds', rule, message }] })
}
