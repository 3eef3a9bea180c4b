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
