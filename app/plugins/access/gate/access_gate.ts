import type { Operator } from '#kernel/operator/operator'
import { Gate, type Grant } from '#kernel/permissions/gate'
import type { Stamp } from '#kernel/state/versions'
import type { HoldingsBook } from '../book/holdings_book.js'

/** Who may do what, by the roles they have. */
export class AccessGate extends Gate {
  constructor(private readonly holdings: HoldingsBook) {
    super()
  }

  async grantOf(
    operator: Operator,
    permission: string,
    stamp?: Stamp | null
  ): Promise<Grant | null> {
    const held = await this.holdings.of(operator, stamp)
    return held.grantOf(permission)
  }
}
