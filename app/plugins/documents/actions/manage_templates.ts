import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { E_FORBIDDEN } from '#kernel/errors/main'
import { currentActing, currentOperator } from '#kernel/acting/main'
import DocumentTemplate, { type TemplateState } from '../models/document_template.js'
import { DocumentSources, type DocumentSource } from '../versions/document_sources.js'

/** Everybody with the permission reads every template; its creator, and whoever reaches all rows, changes it. */
@inject()
export class ManageTemplates {
  constructor(private readonly sources: DocumentSources) {}

  async create(title: string, source: DocumentSource): Promise<DocumentTemplate> {
    const createdBy = currentOperator().id
    const record = await this.sources.prepare(source)
    return db.transaction(async (trx) => {
      const { id: fileId, extension: fileType } = await record(title, trx)
      const row = { title, fileId, fileType, createdBy, status: 'online' as const }
      return DocumentTemplate.create(row, { client: trx })
    })
  }

  async rename(id: number, title: string): Promise<DocumentTemplate> {
    const template = await this.#changeable(id)
    return template.merge({ title }).save()
  }

  async setStatus(id: number, status: TemplateState): Promise<DocumentTemplate> {
    const template = await this.#changeable(id)
    return template.merge({ status }).save()
  }

  /** Documents made from it have files of their own. @throws E_NOT_FOUND, E_FORBIDDEN */
  async delete(id: number): Promise<void> {
    const template = await this.#changeable(id)
    await template.delete()
  }

  async #changeable(id: number): Promise<DocumentTemplate> {
    const template = await DocumentTemplate.findOrFail(id)
    const acting = currentActing()
    const reachesAll = acting.kind === 'operator' && acting.reach.kind === 'all'
    if (reachesAll || template.createdBy === currentOperator().id) return template
    throw new E_FORBIDDEN(
      'Somebody else created this template; ask them, or somebody who holds this permission for all rows'
    )
  }
}
