import type { FaultLog } from '#kernel/health/main'
import { Notices, type Notice } from '#kernel/plugins/main'
import { type Notifier } from './notifier.js'

/** Other plugins' notices, told like any other. */
export class ToldNotices extends Notices {
  constructor(
    private readonly notifier: () => Promise<Notifier>,
    private readonly faults: FaultLog
  ) {
    super()
  }

  async send(userIds: readonly number[], notice: Notice): Promise<boolean> {
    try {
      await (await this.notifier()).send([...new Set(userIds)], notice)
      return true
    } catch (error) {
      this.faults.error({ err: error, userIds, title: notice.title }, 'a notice was not delivered')
      return false
    }
  }
}
