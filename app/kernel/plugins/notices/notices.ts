import type { Logger } from '@adonisjs/core/logger'
import type { Said } from '#kernel/languages/main'

export interface Notice {
  title: Said
  body: Said
  /** For the front end: what it is about, where to go. */
  data?: Record<string, unknown>
}

/**
 * Extension point: notifies operators. A plugin that can deliver notices binds its own class; without one, they are only
 * logged.
 */
export abstract class Notices {
  /**
   * Never throws: what the notice is about has happened already.
   *
   * @returns `false` when it was not stored for all of them, so that the caller sends it again later
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
