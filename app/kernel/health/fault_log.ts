import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Health } from './health.js'

type Level = 'warn' | 'error'
type About = { err: unknown } & Record<string, unknown>

/** Says what failed, but for what a loss explains that this node’s log says already. Whoever says it does not wait. */
@inject()
export class FaultLog {
  constructor(
    private readonly health: Health,
    private readonly logger: Logger
  ) {}

  warn(about: About, message: string): void {
    void this.#say('warn', about, message)
  }

  error(about: About, message: string): void {
    void this.#say('error', about, message)
  }

  async #say(level: Level, about: About, message: string): Promise<void> {
    if (await this.health.isOutage(about.err)) return
    this.logger[level](about, message)
  }
}
