import type { Logger } from '@adonisjs/core/logger'

export interface Notice {
  title: string
  body: string
}

/**
 * Extension point: tells operators something they did not ask for. A plugin that reaches people binds its own;
 * without one, notices are only logged.
 */
export abstract class Notices {
  /** Never throws: what the notice is about has happened already. */
  abstract send(userIds: readonly number[], notice: Notice): Promise<void>
}

export class LoggedNotices extends Notices {
  constructor(private readonly logger: Logger) {
    super()
  }

  async send(userIds: readonly number[], notice: Notice): Promise<void> {
    this.logger.info({ userIds, ...notice }, 'a notice that nobody delivers')
  }
}
