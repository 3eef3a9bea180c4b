import { inject } from '@adonisjs/core'
import { covers, type Operator } from '#kernel/acting/main'
import { Gate, type Grant } from '#kernel/permissions/main'
import { allOf, LEVEL_PERMISSIONS, type Level } from '../levels.js'
import type Document from '../models/document.js'
import { effectiveSharesOf, levelsThrough, memberOf } from '../models/reach/effective_shares.js'
import { documentPermissions } from '../permissions.js'

type Owned = Pick<Document, 'id' | 'ownerId' | 'departmentId'>
type LevelsOf<Row> = (document: Row, userId: number) => ReadonlySet<Level>

/** The levels at which somebody may work with the content of a document. */
@inject()
export class DocumentRights {
  constructor(private readonly gate: Gate) {}

  /** Through permissions and shares; none without the permission to see documents. */
  async of(document: Owned, operator: Operator): Promise<ReadonlySet<Level>> {
    return (await this.ofEach([document], [operator]))(document, operator.id)
  }

  /** The same for several people and documents, with as many queries as for one. */
  async ofEach(
    documents: readonly Owned[],
    operators: readonly Operator[]
  ): Promise<LevelsOf<Owned>> {
    const people = new Map(operators.map((operator) => [operator.id, operator]))
    const seeing = await this.gate.grantsOf(operators, documentPermissions.show.code)
    const shares = await effectiveSharesOf(...documents.map(({ id }) => id))
    const sharesOf = Map.groupBy(shares, ({ documentId }) => documentId)
    const heldBy = await this.#heldBy(operators)
    return (document, userId) => {
      const [operator, grant] = [people.get(userId), seeing.get(userId)]
      if (!operator || !grant) return new Set()
      const member = memberOf({ operator, roles: grant.roles })
      const shared = levelsThrough(sharesOf.get(document.id) ?? [], member)
      return heldBy(document, userId).union(shared)
    }
  }

  /** Through permissions alone, each within its own reach. */
  async held(document: Owned, operator: Operator): Promise<ReadonlySet<Level>> {
    return (await this.#heldBy([operator]))(document, operator.id)
  }

  async #heldBy(operators: readonly Operator[]) {
    const grants: [Level, Map<number, Grant>][] = []
    for (const [level, { code }] of LEVEL_PERMISSIONS)
      grants.push([level, await this.gate.grantsOf(operators, code)])
    return ({ ownerId: owner, departmentId: department }: Owned, userId: number) => {
      const reached = grants.filter(([, holders]) => {
        const grant = holders.get(userId)
        return grant && covers(grant.reach, { owner, department })
      })
      return allOf(reached.map(([level]) => level))
    }
  }
}
