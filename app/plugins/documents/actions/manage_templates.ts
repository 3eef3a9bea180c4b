import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { currentOperator } from '#kernel/operator/acting'
import DocumentTemplate, { type TemplateState } from '../models/document_template.js'
import { DocumentSources, type DocumentSource } from '../versions/document_sources.js'

/** Templates are few and everybody's: made, renamed, put online and offline, and deleted. */
@inject()
export class ManageTemplates {
  constructor(private readonly sources: DocumentSources) {}

  /** @throws E_DOCUMENT_TYPE */
  async create(title: string, source: DocumentSource): Promise<DocumentTemplate> {
    const createdBy = currentOperator().id
    await using prepared = await this.sources.prepare(source)
    return await db.transaction(async (trx) => {
      const { id: fileId, extension: fileType } = await prepared.record(title, trx)
      const row = { title, fileId, fileType, createdBy, status: 'online' as const }
      return DocumentTemplate.create(row, { client: trx })
    })
  }

  /** @throws E_NOT_FOUND */
  async rename(id: number, title: string): Promise<DocumentTemplate> {
    const template = await DocumentTemplate.findOrFail(id)
    return template.merge({ title }).save()
  }

  /** @throws E_NOT_FOUND */
  async setStatus(id: number, status: TemplateState): Promise<DocumentTemplate> {
    const template = await DocumentTemplate.findOrFail(id)
    return template.merge({ status }).save()
  }

  /** Documents made from it have files of their own. */
  async delete(id: number): Promise<void> {
    const template = await DocumentTemplate.findOrFail(id)
    await template.delete()
  }
}
