import { inject } from '@adonisjs/core'
import { E_VALIDATION } from '#kernel/http/errors'
import { actAsSystem } from '#kernel/operator/acting'
import { Role } from '#plugins/access/main'
import { Department, People } from '#plugins/identity/main'
import type DocumentShare from '../models/document_share.js'

type Subject = Pick<DocumentShare, 'subjectType' | 'subjectId'>

/** Whom a document can be shared with: whoever is there, wherever in the organisation. */
@inject()
export class ShareSubjects {
  constructor(private readonly people: People) {}

  /** @throws E_VALIDATION for somebody, or something, that is not there or is disabled */
  async assertActive({ subjectType, subjectId }: Subject): Promise<void> {
    if (await this.#isActive({ subjectType, subjectId })) return
    const message = `There is no active ${subjectType} ${subjectId}`
    throw new E_VALIDATION(undefined, { errors: [{ field: 'subjectId', rule: 'active', message }] })
  }

  async #isActive({ subjectType, subjectId: id }: Subject): Promise<boolean> {
    if (subjectType === 'user') return (await this.people.activeAmong([id])).has(id)
    if (subjectType === 'role') return (await Role.find(id))?.status === 'enabled'
    const department = await actAsSystem('whom a document is shared with', () =>
      Department.find(id)
    )
    return department?.status === 'enabled'
  }
}
