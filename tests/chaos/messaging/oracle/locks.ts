/** Who changes the same thing goes one after another. */
export class Locks {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Holds all of them while it works; taken in one order, so nobody waits in a circle. */
  with<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const [first, ...others] = [...new Set(keys)].sort()
    if (first === undefined) return work()
    const before = this.#last.get(first) ?? Promise.resolve()
    const turn = before.then(() => this.with(others, work))
    this.#last.set(
      first,
      turn.catch(() => undefined)
    )
    return turn
  }
}
