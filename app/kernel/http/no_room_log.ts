import type { Logger } from '@adonisjs/core/logger'
import { clock } from '../state/clock.js'

const MINUTE_MS = 60_000

/** Says that requests are refused for want of room, once a minute, however many they are: anybody can fill a room. */
export class NoRoomLog {
  #saidAt = -Infinity
  #refused = 0

  note(logger: Logger): void {
    this.#refused++
    const now = clock.elapsed()
    if (now - this.#saidAt < MINUTE_MS) return
    this.#saidAt = now
    logger.warn({ refused: this.#refused }, 'requests were refused, for too much is under way')
    this.#refused = 0
  }
}
