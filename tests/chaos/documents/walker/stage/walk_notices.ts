import { Notices, type Notice } from '#kernel/plugins/main'
import type { Ledger } from '../ledger.js'

/** Notes what people are told. */
export class WalkNotices extends Notices {
  constructor(private readonly ledger: () => Ledger) {
    super()
  }

  async send(userIds: readonly number[], { data }: Notice): Promise<boolean> {
    for (const userId of userIds) this.ledger().tell(userId, data ?? {})
    return true
  }
}
