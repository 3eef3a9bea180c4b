import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { actAsSystem, currentActing } from '#kernel/acting/main'
import Document from '../models/document.js'
import { Handlers } from './handlers.js'

/** Documents within the data scope, and for reading those that were submitted to the user. */
@inject()
export class ReachableDocuments {
  constructor(private readonly handlers: Handlers) {}

  /** @throws E_NOT_FOUND */
  async find(id: number): Promise<Document> {
    const document = await Document.query().where('id', id).whereNull('deletedAt').first()
    if (!document) throw new E_NOT_FOUND()
    return document
  }

  /** @throws E_NOT_FOUND unless all are within the data scope */
  async findAll(ids: readonly number[]): Promise<Document[]> {
    const wanted = [...new Set(ids)]
    const query = Document.query().whereIn('id', wanted).whereNull('deletedAt')
    const documents = await query.orderBy('id')
    if (documents.length < wanted.length) throw new E_NOT_FOUND()
    return documents
  }

  /** @throws E_NOT_FOUND */
  async findForReading(id: number): Promise<Document> {
    const document = await Document.query().where('id', id).whereNull('deletedAt').first()
    if (document) return document
    const acting = currentActing()
    const isHandler = acting.kind === 'operator' && (await this.handlers.has(id, acting.operator))
    if (!isHandler) throw new E_NOT_FOUND()
    return actAsSystem('a handler reads what was submitted to them', () => this.find(id))
  }
}
