import { inject } from '@adonisjs/core'
import { covers, type Reach } from '#kernel/data_scope/reach'
import { actAsOperator } from '#kernel/operator/acting'
import type { Operator } from '#kernel/operator/operator'
import { Gate, type Grant } from '#kernel/permissions/gate'
import Document from '../models/document.js'
import { documentPermissions } from '../permissions.js'
import { effectiveSharesOf, levelsThrough } from '../models/reach/effective_shares.js'
import { memberOf } from '../models/reach/member.js'
import { LEVEL_PERMISSIONS } from '../models/reach/level_permissions.js'
import { allOf, type Level } from '../levels.js'

type Named = Pick<Document, 'id'>

/** At which levels somebody has to do with the content of a document. */
@inject()
export class DocumentRights {
  constructor(private readonly gate: Gate) {}

  /** Through what they hold, and through shares. Who may see no documents at all has none. */
  async of(document: Named, operator: Operator): Promise<ReadonlySet<Level>> {
    const seeing = await this.gate.grantOf(operator, documentPermissions.show.code)
    if (!seeing) return new Set()
    const held = await this.held(document, operator)
    if (held.has('edit')) return held

    const shares = await effectiveSharesOf(document.id)
    const { roles } = seeing
    return new Set([...held, ...levelsThrough(shares, memberOf({ operator, roles }))])
  }

  /** The same of several people and documents, in as many questions as of one. */
  async ofEach(
    documents: readonly Document[],
    operators: readonly Operator[]
  ): Promise<(document: Document, userId: number) => ReadonlySet<Level>> {
    const people = new Map(operators.map((operator) => [operator.id, operator]))
    const seeing = await this.gate.grantsOf(operators, documentPermissions.show.code)
    const shares = await effectiveSharesOf(...documents.map(({ id }) => id))
    const sharesOf = Map.groupBy(shares, ({ documentId }) => documentId)
    const grants = await this.#grantsOfEach(operators)
    return ({ id, ownerId: owner, departmentId: department }, userId) => {
      const [operator, grant] = [people.get(userId), seeing.get(userId)]
      if (!operator || !grant) return new Set()
      const levels = grants.flatMap(([level, holders]) => {
        const reach = holders.get(userId)?.reach
        return reach && covers(reach, { owner, department }) ? [level] : []
      })
      const member = memberOf({ operator, roles: grant.roles })
      return new Set([...allOf(levels), ...levelsThrough(sharesOf.get(id) ?? [], member)])
    }
  }

  async #grantsOfEach(operators: readonly Operator[]) {
    const grants: [Level, Map<number, Grant>][] = []
    for (const [level, { code }] of LEVEL_PERMISSIONS)
      grants.push([level, await this.gate.grantsOf(operators, code)])
    return grants
  }

  /** Through what they hold alone: permissions, each within its own reach. */
  async held({ id }: Named, operator: Operator): Promise<ReadonlySet<Level>> {
    const levels = new Set<Level>()
    const known = new Map<Reach, boolean>()
    for (const [level, { code }] of LEVEL_PERMISSIONS) {
      const reach = levels.has(level) ? null : (await this.gate.grantOf(operator, code))?.reach
      if (!reach) continue
      const reached = known.get(reach) ?? (await isWithin(reach, id, operator))
      known.set(reach, reached)
      if (reached) for (const included of allOf([level])) levels.add(included)
    }
    return levels
  }
}

/** Through no permission and no role, so that shares do not count. */
async function isWithin(reach: Reach, id: number, operator: Operator): Promise<boolean> {
  const acting = { operator, permission: null, reach, roles: [] }
  return (await actAsOperator(acting, () => Document.find(id))) !== null
}
