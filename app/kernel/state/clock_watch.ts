import type { Logger } from '@adonisjs/core/logger'
import type { ClockCheck } from './clock_check.js'

const EVERY_MS = 60_000
/** That Redis is not followed is known as soon as it is connected. */
const REDIS_MS = 1_000

/** Knows of a fault whether it is a loss that is said already. */
interface Losses {
  isOutage: (error: unknown) => Promise<boolean>
}

/** Says in the log of a node that a clock is off, and whose, and that all agree again: once each. */
export class ClockWatch {
  readonly #timers: NodeJS.Timeout[] = []
  #isOff = false
  #distrusted = false

  constructor(
    private readonly check: Pick<ClockCheck, 'disagreement' | 'distrustsRedis'>,
    private readonly losses: Losses,
    private readonly logger: Logger
  ) {}

  async start(): Promise<void> {
    this.#timers.push(
      setInterval(() => void this.look(), EVERY_MS).unref(),
      setInterval(() => void this.#lookAtRedis(), REDIS_MS).unref()
    )
    await this.look()
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
  }

  async #lookAtRedis(): Promise<void> {
    if (this.check.distrustsRedis !== this.#distrusted) await this.look()
  }

  async look(): Promise<void> {
    this.#distrusted = this.check.distrustsRedis
    try {
      this.#note(await this.check.disagreement())
    } catch (error) {
      if (await this.losses.isOutage(error)) return
      this.logger.error({ err: error }, 'this machine’s clock could not be compared')
    }
  }

  #note(disagreement: string | null): void {
    if (this.#isOff === (disagreement !== null)) return
    this.#isOff = disagreement !== null
    if (disagreement) this.logger.warn(disagreement)
    else this.logger.info('The clocks agree again')
  }
}
