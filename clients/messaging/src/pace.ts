/** Keeps below the service's limit of frames a second, which may come in bursts. */
export class Pace {
  readonly #perSecond: number
  readonly #now: () => number
  #left: number
  #at: number

  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond
    this.#now = now
    this.#left = perSecond
    this.#at = now()
  }

  /** Milliseconds to wait before the next frame; 0 when it may go now, and then it counts. */
  take(): number {
    const now = this.#now()
    const earned = ((now - this.#at) / 1000) * this.#perSecond
    this.#left = Math.min(this.#perSecond, this.#left + earned)
    this.#at = now
    if (this.#left < 1) return ((1 - this.#left) / this.#perSecond) * 1000
    this.#left -= 1
    return 0
  }
}
