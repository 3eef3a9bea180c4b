import { inject } from '@adonisjs/core'
import { covers, actAsOperator, currentActing, type Operator } from '#kernel/acting/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { Gate } from '#kernel/permissions/main'
import type Document from '../models/document.js'
import type DocumentVersion from '../models/document_version.js'
import { documentPermissions } from '../permissions.js'
import { DocumentVersions } from '../versions/document_versions.js'
import { DocumentRights } from './document_rights.js'
import { Handlers } from './handlers.js'

/**
 * Versions of a document that the user may read. Submitted forms of others are for those who have the document within
 * their data scope, review it or may edit it. Every use of a version's content asks anew, also after signing its address.
 */
@inject()
export class ReadableVersions {
  constructor(
    private readonly versions: DocumentVersions,
    private readonly handlers: Handlers,
    private readonly rights: DocumentRights,
    private readonly gate: Gate
  ) {}

  /** Newest first. */
  async page(document: Document, page: number, pageSize: number): Promise<DocumentVersion[]> {
    const formsOf = await this.formsOf(document)
    return this.versions.page(document.id, { page, pageSize, formsOf })
  }

  /** Newest first. */
  async all(document: Document): Promise<DocumentVersion[]> {
    return this.versions.of(document.id, await this.formsOf(document))
  }

  /** @throws E_NOT_FOUND */
  async find(document: Document, no: number): Promise<DocumentVersion> {
    const version = await this.versions.find(document.id, no)
    if (!(await this.#reads(document, version))) throw new E_NOT_FOUND()
    return version
  }

  /** Of somebody who may read the document. */
  async isReadBy(
    operator: Operator,
    document: Document,
    version: DocumentVersion
  ): Promise<boolean> {
    const { code: permission } = documentPermissions.show
    const grant = await this.gate.grantOf(operator, permission)
    if (!grant) return false
    const acting = { operator, permission, ...grant }
    return actAsOperator(acting, () => this.#reads(document, version))
  }

  async #reads(document: Document, { kind, authorId }: DocumentVersion): Promise<boolean> {
    if (kind !== 'submitted_form') return true
    const formsOf = await this.formsOf(document)
    return formsOf === null || authorId === formsOf
  }

  /** Whose submitted forms the user reads; `null` for everybody's. */
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
