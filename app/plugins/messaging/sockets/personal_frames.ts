import { LRUCache } from 'lru-cache'
import { messagingConfig } from '../messaging_config.js'
import { FrameAllowance } from './frame_allowance.js'

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
