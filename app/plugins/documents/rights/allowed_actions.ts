import { inject } from '@adonisjs/core'
import { covers, type Operator } from '#kernel/acting/main'
import { Gate } from '#kernel/permissions/main'
import type Document from '../models/document.js'
import { documentPermissions } from '../permissions.js'
import { DocumentRights } from './document_rights.js'
import { openReviewsOf } from './open_reviews.js'

/** What an operator can be allowed to do with a document that they see. */
export const DOCUMENT_ACTIONS = [
  ...(['edit', 'propose', 'comment', 'fill'] as const),
  ...(['delete', 'export', 'restore', 'drop', 'abandon', 'submit', 'share', 'review'] as const),
] as const
export type DocumentAction = (typeof DOCUMENT_ACTIONS)[number]

const HELD = ['delete', 'export', 'restore', 'drop', 'abandon', 'submit', 'share'] as const

@inject()
export class AllowedActions {
  constructor(
    private readonly gate: Gate,
    private readonly rights: DocumentRights
  ) {}

  /** Whatever the state of the document, except `review`: it waits for the decision of this operator. */
  async of(document: Document, operator: Operator): Promise<DocumentAction[]> {
    const levels = await this.rights.of(document, operator)
    const allowed = new Set<DocumentAction>()
    if (levels.has('edit')) allowed.add('edit')
    if (levels.has('review')) allowed.add('propose')
    if (levels.has('comment')) allowed.add('comment')
    if (levels.has('fill')) allowed.add('fill')
    for (const action of HELD)
      if (await this.#holds(action, document, operator)) allowed.add(action)
    if (await this.#isAsked(document, operator)) allowed.add('review')
    return DOCUMENT_ACTIONS.filter((action) => allowed.has(action))
  }

  async #holds(action: (typeof HELD)[number], document: Document, operator: Operator) {
    const grant = await this.gate.grantOf(operator, documentPermissions[action].code)
    const { ownerId: owner, departmentId: department } = document
    return grant !== null && covers(grant.reach, { owner, department })
  }

  async #isAsked({ id, status }: Document, operator: Operator): Promise<boolean> {
    if (status !== 'in_review') return false
    if (!(await this.gate.grantOf(operator, documentPermissions.review.code))) return false
    const open = openReviewsOf(id).where('handlerId', operator.id).whereNull('decidedAt')
    return (await open.first()) !== null
  }
}
