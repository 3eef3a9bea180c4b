import type { Logger } from '@adonisjs/core/logger'
import { Notices, type Notice } from '#kernel/plugins/main'
import { type Notifier } from './notifier.js'

/** Other plugins' notices, delivered like any other. */
export class DeliveredNotices extends Notices {
  constructor(
    private readonly notifier: () => Promise<Notifier>,
    private readonly logger: Logger
  ) {
    super()
  }

  async send(userIds: readonly number[], notice: Notice): Promise<boolean> {
    try {
      await (await this.notifier()).send([...new Set(userIds)], notice)
      return true
    } catch (error) {
      this.logger.error({ err: error, userIds, title: notice.title }, 'a notice was not delivered')
      return false
    }
  }
}
