import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentOperator } from '#kernel/acting/main'
import { say } from '#kernel/languages/main'
import type Document from '../models/document.js'
import { DocumentNotices } from '../notices/document_notices.js'
import { DropRight } from '../rights/drop_right.js'
import { askHandlers } from '../submissions/ask_handlers.js'
import { EligibleHandlers } from '../submissions/eligible_handlers.js'
import { submittedNotice } from '../submissions/submission_notices.js'
import { assertSubmissionPace } from '../paces.js'
import { authorOf, type Author } from '../versions/author.js'
import { EndSession } from '../editing/end_session.js'
import { noteInLog } from '../versions/document_log.js'
import { assertChangeable } from '../versions/document_state.js'

const CONSEQUENCE = say`it cannot be submitted`

/** Submits a draft or a returned document for review. It ends the editing session, so that no later save changes it. */
@inject()
export class SubmitDocument {
  constructor(
    private readonly eligible: EligibleHandlers,
    private readonly endSession: EndSession,
    private readonly dropRight: DropRight,
    private readonly notices: DocumentNotices
  ) {}

  async handle(
    document: Document,
    handlerIds: readonly number[],
    isDropping: boolean
  ): Promise<Document> {
    await assertSubmissionPace(currentOperator().id)
    const drop = await this.dropRight.of([document.id], isDropping)
    const handlers = [...new Set(handlerIds)]
    await this.eligible.assert(document, handlers)
    assertChangeable(document, CONSEQUENCE)

    const operator = currentOperator()
    const author = authorOf(operator)
    const submitted = await this.endSession.handle(document.id, { drop }, (current, trx) =>
      this.#submit(current, handlers, author, trx)
    )
    await this.notices.send(handlers, submitted, submittedNotice(submitted, operator))
    return submitted
  }

  async #submit(
    document: Document,
    handlerIds: number[],
    author: Author,
    trx: TransactionClientContract
  ): Promise<Document> {
    assertChangeable(document, CONSEQUENCE)
    await this.eligible.assertNotOwn(document, handlerIds, [], trx)
    const { id, versionNo } = document
    const submissionNo = document.submissionNo + 1
    const asked = { documentId: id, submittedBy: author.id, versionNo, submissionNo }
    await askHandlers(asked, handlerIds, trx)
    await document.merge({ status: 'in_review', submissionNo }).useTransaction(trx).save()
    await noteInLog(id, { action: 'submitted', author, versionNo, detail: { handlerIds } }, trx)
    return document
  }
}
