import type { Logger } from '@adonisjs/core/logger'
import { clock } from '#kernel/state/main'

const MINUTE_MS = 60_000

/** Says what is done for want of room, once a minute, however often it is: anybody can fill a room. */
export class NoRoomLog {
  #saidAt = -Infinity
  #times = 0

  /** @param counted as the log calls how often it was */
  constructor(
    private readonly counted: string,
    private readonly message: string
  ) {}

  note(logger: Logger): void {
    this.#times++
    const now = clock.elapsed()
    if (now - this.#saidAt < MINUTE_MS) return
    this.#saidAt = now
    logger.warn({ [this.counted]: this.#times }, this.message)
    this.#times = 0
  }
}
