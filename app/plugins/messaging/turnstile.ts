/**
 * Lets so many pass at a time and the others wait in order: thousands who come back at once then share the
 * database instead of exhausting its connections. Who waited comes in another turn of the loop: an embedded database leaves
 * none to others.
 */
export class Turnstile {
  #inside = 0
  readonly #waiting: (() => void)[] = []

  constructor(private readonly most: number) {}

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.most) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#inside += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) setImmediate(next)
      else this.#inside -= 1
    }
  }
}
