import { inject } from '@adonisjs/core'
import { covers } from '#kernel/data_scope/reach'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { currentActing } from '#kernel/operator/acting'
import type Document from '../models/document.js'
import type DocumentVersion from '../models/document_version.js'
import { DocumentVersions } from '../versions/document_versions.js'
import { DocumentRights } from './document_rights.js'
import { Handlers } from './handlers.js'

/**
 * Versions of documents that whoever acts was found to read. What others submitted of a form is for who has the document
 * within their data scope, judges it or may edit it: whom it is shared with to do less reads their own alone.
 */
@inject()
export class ReadableVersions {
  constructor(
    private readonly versions: DocumentVersions,
    private readonly handlers: Handlers,
    private readonly rights: DocumentRights
  ) {}

  /** Newest first. */
  async page(document: Document, page: number, pageSize: number): Promise<DocumentVersion[]> {
    const formsOf = await this.formsOf(document)
    return this.versions.page(document.id, { page, pageSize, formsOf })
  }

  /** @throws E_NOT_FOUND */
  async find(document: Document, no: number): Promise<DocumentVersion> {
    const version = await this.versions.find(document.id, no)
    if (version.kind !== 'submitted_form') return version
    const formsOf = await this.formsOf(document)
    if (formsOf !== null && version.authorId !== formsOf) throw new E_NOT_FOUND()
    return version
  }

  /** Whose submitted forms they read; `null` for everybody's. */
  async formsOf(document: Document): Promise<number | null> {
    const acting = currentActing()
    if (acting.kind === 'system') return null
    const { operator, reach } = acting
    const { id, ownerId: owner, departmentId: department } = document
    if (covers(reach, { owner, department })) return null
    if (await this.handlers.has(id, operator)) return null
    return (await this.rights.of(document, operator)).has('edit') ? null : operator.id
  }
}
