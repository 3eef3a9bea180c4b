import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { E_VALIDATION } from '#kernel/http/errors'
import { currentOperator } from '#kernel/operator/acting'
import { People } from '#plugins/identity/main'
import { E_NO_HANDLER } from '../errors.js'
import type Document from '../models/document.js'
import DocumentReview from '../models/document_review.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { assertChangeable } from '../versions/document_state.js'
import { lockedDocument } from '../versions/locked_document.js'

/**
 * Hands a draft, or a returned document, to those who are to judge it.
 *
 * @throws E_NO_HANDLER, E_DOCUMENT_STATE, E_VALIDATION for handlers that are nobody or disabled
 */
@inject()
export class SubmitDocument {
  constructor(private readonly people: People) {}

  async handle(id: number, handlerIds: readonly number[]): Promise<Document> {
    const handlers = [...new Set(handlerIds)]
    if (handlers.length === 0) throw new E_NO_HANDLER()
    await this.#assertActive(handlers)

    const operator = currentOperator()
    return db.transaction(async (trx) => {
      const document = await lockedDocument(id, trx)
      assertChangeable(document, 'it cannot be submitted')
      const { versionNo } = document
      const asked = { documentId: id, submittedBy: operator.id, versionNo }
      await DocumentReview.createMany(
        handlers.map((handlerId) => ({ ...asked, handlerId })),
        { client: trx }
      )
      await document.merge({ status: 'in_review' }).useTransaction(trx).save()
      const detail = { handlerIds: handlers }
      await noteInLog(
        id,
        { action: 'submitted', author: authorOf(operator), versionNo, detail },
        trx
      )
      return document
    })
  }

  async #assertActive(handlers: readonly number[]): Promise<void> {
    const active = await this.people.activeAmong(handlers)
    const missing = handlers.filter((handler) => !active.has(handler))
    if (missing.length === 0) return
    const message = `There is no active user ${missing.join(', ')}`
    throw new E_VALIDATION(undefined, {
      errors: [{ field: 'handlerIds', rule: 'active', message }],
    })
  }
}
