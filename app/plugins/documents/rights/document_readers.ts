import { inject } from '@adonisjs/core'
import { covers, type Operator } from '#kernel/acting/main'
import { Gate } from '#kernel/permissions/main'
import { operatorOf, type Card } from '#plugins/identity/main'
import type Document from '../models/document.js'
import { documentPermissions } from '../permissions.js'
import { effectiveSharesOf, levelsThrough, memberOf } from '../models/reach/effective_shares.js'
import { Handlers } from './handlers.js'

export type Reads = (document: Document, userId: number) => boolean

/** Who else may see a document, asked for many people at once. */
@inject()
export class DocumentReaders {
  constructor(
    private readonly gate: Gate,
    private readonly handlers: Handlers
  ) {}

  async among(document: Document, people: readonly Card[]): Promise<Card[]> {
    const operators = people.filter(({ active }) => active).map(operatorOf)
    const reads = await this.of([document], operators)
    return people.filter(({ id }) => reads(document, id))
  }

  /** The same for several documents, with as many queries as for one. */
  async of(documents: readonly Document[], operators: readonly Operator[]): Promise<Reads> {
    const ids = documents.map(({ id }) => id)
    const people = new Map(operators.map((operator) => [operator.id, operator]))
    const grants = await this.gate.grantsOf(operators, documentPermissions.show.code)
    const shares = Map.groupBy(await effectiveSharesOf(...ids), ({ documentId }) => documentId)
    const handlers = await this.handlers.ofEach(ids, operators)
    return ({ id, ownerId: owner, departmentId: department }, userId) => {
      const [operator, grant] = [people.get(userId), grants.get(userId)]
      if (!operator || !grant) return false
      if (covers(grant.reach, { owner, department }) || handlers.get(id)?.has(userId)) return true
      const member = memberOf({ operator, roles: grant.roles })
      return levelsThrough(shares.get(id) ?? [], member).has('view')
    }
  }
}
