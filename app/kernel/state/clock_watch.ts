import type { Logger } from '@adonisjs/core/logger'
import type { DatabasePresence } from '../database/database_presence.js'
import type { ClockCheck } from './clock_check.js'

const EVERY_MS = 60_000

/** Says in the log of a node that its machine’s clock is off, and that it agrees again: once each. */
export class ClockWatch {
  #timer: NodeJS.Timeout | undefined
  #isOff = false

  constructor(
    private readonly check: Pick<ClockCheck, 'disagreement'>,
    private readonly database: Pick<DatabasePresence, 'explains'>,
    private readonly logger: Logger
  ) {}

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.look(), EVERY_MS).unref()
    await this.look()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async look(): Promise<void> {
    try {
      this.#note(await this.check.disagreement())
    } catch (error) {
      if (await this.database.explains(error)) return
      this.logger.error({ err: error }, 'this machine’s clock could not be compared')
    }
  }

  #note(disagreement: string | null): void {
    if (this.#isOff === (disagreement !== null)) return
    this.#isOff = disagreement !== null
    if (disagreement) this.logger.warn(disagreement)
    else this.logger.info('This machine’s clock agrees with the others again')
  }
}
