import type { Operator } from '#kernel/acting/main'
import { Gate, type Grant } from '#kernel/permissions/main'
import type { Stamp } from '#kernel/state/main'
import type { GrantCache } from '../snapshot/grant_cache.js'

/** Who may do what, by the roles they have. */
export class AccessGate extends Gate {
  constructor(private readonly grants: GrantCache) {
    super()
  }

  async grantOf(
    operator: Operator,
    permission: string,
    stamp?: Stamp | null
  ): Promise<Grant | null> {
    const held = await this.grants.of(operator, stamp)
    return held.grantOf(permission)
  }

  /** In one query, whatever their number. */
  override async grantsOf(
    operators: readonly Operator[],
    permission: string
  ): Promise<Map<number, Grant>> {
    const held = await this.grants.evaluateAll(operators)
    return new Map(
      held.flatMap((one) => {
        const grant = one.grantOf(permission)
        return grant ? [[one.person.id, grant] as const] : []
      })
    )
  }
}
