export interface BackOffOptions {
  firstMs: number
  longestMs: number
  random?: () => number
}

/** Full jitter: any time up to a ceiling that doubles, so that thousands who lost the same node come back spread. */
export class BackOff {
  readonly #options: Required<BackOffOptions>
  #failures = 0

  constructor({ firstMs, longestMs, random = Math.random }: BackOffOptions) {
    this.#options = { firstMs, longestMs, random }
  }

  /** Milliseconds until the next attempt. */
  next(): number {
    const { firstMs, longestMs, random } = this.#options
    const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(this.#failures, 30))
    this.#failures += 1
    return random() * ceiling
  }

  reset(): void {
    this.#failures = 0
  }
}
