import { E_NOT_FOUND } from '#kernel/http/errors'
import { actAsSystem, currentActing } from '#kernel/operator/acting'
import Document from '../models/document.js'
import DocumentReview from '../models/document_review.js'

/**
 * Documents that whoever acts may reach. Beyond their data scope there is one rule: a handler reads what was
 * submitted to them, while it waits for their review and once they have given it.
 */
export class ReachableDocuments {
  /** @throws E_NOT_FOUND when there is none within the data scope */
  async find(id: number): Promise<Document> {
    const document = await Document.query().where('id', id).whereNull('deletedAt').first()
    if (!document) throw new E_NOT_FOUND()
    return document
  }

  /** @throws E_NOT_FOUND when there is none within the data scope, nor among those submitted to them */
  async findForReading(id: number): Promise<Document> {
    const document = await Document.query().where('id', id).whereNull('deletedAt').first()
    return document ?? this.#submitted(id)
  }

  async #submitted(id: number): Promise<Document> {
    const acting = currentActing()
    if (acting.kind === 'system') throw new E_NOT_FOUND()
    const { operator } = acting
    const asked = await DocumentReview.query()
      .where({ documentId: id, handlerId: operator.id })
      .where((mine) => mine.whereNull('closedAt').orWhereNotNull('decidedAt'))
      .first()
    if (!asked) throw new E_NOT_FOUND()
    return actAsSystem('a handler reads what was submitted to them', () => this.find(id))
  }
}
