import type { Logger } from '@adonisjs/core/logger'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_MS = 1_000
/** That it is over is known of faults alone: of none for so long. */
const OVER_AFTER_MS = 60_000

/** What it is about, and how its beginning and its end are said. */
export interface Trouble {
  is: (error: unknown) => boolean
  begins: string
  ends: string
}

/** A trouble of a database that serves all the same: said once as it begins, and once as it ends. */
export class PassingTrouble {
  #lastAt: number | null = null
  #isStopped = false

  constructor(
    private readonly trouble: Trouble,
    private readonly logger: Logger,
    private readonly clock: { elapsed: () => number }
  ) {}

  is(error: unknown): boolean {
    return this.trouble.is(error)
  }

  note(error: unknown): void {
    const isKnown = this.#lastAt !== null
    this.#lastAt = this.clock.elapsed()
    if (isKnown) return
    this.logger.error({ err: error }, this.trouble.begins)
    void this.#untilOver()
  }

  stop(): void {
    this.#isStopped = true
  }

  async #untilOver(): Promise<void> {
    do await pause(LOOK_MS, undefined, { ref: false })
    while (!this.#isStopped && this.clock.elapsed() - this.#lastAt! < OVER_AFTER_MS)
    this.#lastAt = null
    if (!this.#isStopped) this.logger.info(this.trouble.ends)
  }
}
