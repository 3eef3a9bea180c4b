import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Health } from './health.js'

type Level = 'warn' | 'error'
type About = { err: unknown } & Record<string, unknown>

/** Logs faults, except those caused by an outage that is logged already. Callers do not wait for it. */
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
