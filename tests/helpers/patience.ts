/** The longest that one look at the clock takes off. */
const STRIDE_MS = 500

/** So much time, of which a machine that stands still takes next to nothing. */
export class Patience {
  #leftMs: number
  #lookedAt = performance.now()

  constructor(longestMs: number) {
    this.#leftMs = longestMs
  }

  /** To be looked at again and again. */
  get isOver(): boolean {
    const now = performance.now()
    this.#leftMs -= Math.min(now - this.#lookedAt, STRIDE_MS)
    this.#lookedAt = now
    return this.#leftMs < 0
  }
}
