import type { Logger } from '@adonisjs/core/logger'

export interface Notice {
  title: string
  body: string
  /** For the front end: what it is about, where to go. */
  data?: Record<string, unknown>
}

/**
 * Extension point: tells operators something they did not ask for. A plugin that reaches people binds its own;
 * without one, notices are only logged.
 */
export abstract class Notices {
  /**
   * Never throws: what the notice is about has happened already.
   *
   * @returns `false` when it reached nobody and will not, so that whoever must be told is told again later
   */
  abstract send(userIds: readonly number[], notice: Notice): Promise<boolean | void>
}

export class LoggedNotices extends Notices {
  constructor(private readonly logger: Logger) {
    super()
  }

  async send(userIds: readonly number[], notice: Notice): Promise<void> {
    this.logger.info({ userIds, ...notice }, 'a notice that nobody delivers')
  }
}
