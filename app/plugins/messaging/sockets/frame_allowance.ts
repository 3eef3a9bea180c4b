import { LRUCache } from 'lru-cache'
import { messagingConfig } from '../messaging_config.js'

/** How many frames a socket, or a user, may still send: so many a second, saved up to a burst. */
export class FrameAllowance {
  #left: number
  #at: number

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    now: number
  ) {
    this.#left = burst
    this.#at = now
  }

  /** `false` when there is none left. */
  take(now: number): boolean {
    const earned = ((now - this.#at) / 1000) * this.perSecond
    this.#left = Math.min(this.burst, this.#left + Math.max(0, earned))
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}

/** A burst may bring so many seconds' worth at once, as on one socket. */
const BURST_SECONDS = 4
const MOST_USERS = 50_000

/** How many frames a user may still send, over all of their sockets of this node. */
export class PersonalFrames {
  /** Kept when a user goes: who comes again and again has no new allowance each time. */
  readonly #allowances = new LRUCache<number, FrameAllowance>({ max: MOST_USERS })

  /** `false` where none is left. */
  take(userId: number, now: number): boolean {
    let allowance = this.#allowances.get(userId)
    if (!allowance) {
      const { framesPerSecondOfUser: perSecond } = messagingConfig()
      allowance = new FrameAllowance(perSecond, perSecond * BURST_SECONDS, now)
      this.#allowances.set(userId, allowance)
    }
    return allowance.take(now)
  }
}
