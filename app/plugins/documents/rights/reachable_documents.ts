import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { actAsSystem, currentActing } from '#kernel/operator/acting'
import Document from '../models/document.js'
import { Handlers } from './handlers.js'

/**
 * Documents that whoever acts may reach. Beyond their data scope there is one rule: a handler reads what was submitted
 * to them, as `Handlers` has it.
 */
@inject()
export class ReachableDocuments {
  constructor(private readonly handlers: Handlers) {}

  /** @throws E_NOT_FOUND when there is none within the data scope */
  async find(id: number): Promise<Document> {
    const document = await Document.query().where('id', id).whereNull('deletedAt').first()
    if (!document) throw new E_NOT_FOUND()
    return document
  }

  /** The same, in the trash or not. */
  async findWherever(id: number): Promise<Document> {
    const document = await Document.find(id)
    if (!document) throw new E_NOT_FOUND()
    return document
  }

  /** @throws E_NOT_FOUND unless every one of them is within the data scope */
  async findAll(ids: readonly number[]): Promise<Document[]> {
    const wanted = [...new Set(ids)]
    const documents = await Document.query()
      .whereIn('id', wanted)
      .whereNull('deletedAt')
      .orderBy('id')
    if (documents.length < wanted.length) throw new E_NOT_FOUND()
    return documents
  }

  /** @throws E_NOT_FOUND when there is none within the data scope, nor among those submitted to them */
  async findForReading(id: number): Promise<Document> {
    const document = await Document.query().where('id', id).whereNull('deletedAt').first()
    return document ?? this.#submitted(id)
  }

  async #submitted(id: number): Promise<Document> {
    const acting = currentActing()
    if (acting.kind === 'system') throw new E_NOT_FOUND()
    if (!(await this.handlers.has(id, acting.operator))) throw new E_NOT_FOUND()
    return actAsSystem('a handler reads what was submitted to them', () => this.find(id))
  }
}
