import type { Reach, Operator } from '#kernel/acting/main'
import type { Stamp } from '#kernel/state/main'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Of all that the operator's rights hang on, where the request brought one along; `null` without a shared store. */
    operatorStamp?: Stamp | null
  }
}

/** What an operator holds through one permission. */
export interface Grant {
  /** Union of the reaches of those of the operator's roles that grant the permission. */
  readonly reach: Reach
  /** Ids of all the operator's roles that count, whether or not they grant the permission. */
  readonly roles: readonly number[]
}

/** Knows who holds what. Policies ask; the plugin that knows roles answers. */
export abstract class Gate {
  /**
   * `null` when the operator does not hold the permission.
   *
   * @param stamp as the request brought it along (`ctx.operatorStamp`); left out, the gate asks for one itself
   */
  abstract grantOf(
    operator: Operator,
    permission: string,
    stamp?: Stamp | null
  ): Promise<Grant | null>

  /** The same of several at once, by id; operators without the permission are missing. */
  async grantsOf(operators: readonly Operator[], permission: string): Promise<Map<number, Grant>> {
    const grants = new Map<number, Grant>()
    for (const operator of operators) {
      const grant = await this.grantOf(operator, permission)
      if (grant) grants.set(operator.id, grant)
    }
    return grants
  }
}

/** The gate without a plugin that knows roles: no operator holds a permission. */
export class ClosedGate extends Gate {
  async grantOf(): Promise<Grant | null> {
    return null
  }
}
