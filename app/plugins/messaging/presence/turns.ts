/** Works of one user go one after another, those of different users at the same time. */
export class Turns {
  readonly #last = new Map<number, Promise<void>>()

  /** @param work never throws */
  take(userId: number, work: () => Promise<void>): void {
    const turn = (this.#last.get(userId) ?? Promise.resolve()).then(work)
    this.#last.set(userId, turn)
    void turn.then(() => {
      if (this.#last.get(userId) === turn) this.#last.delete(userId)
    })
  }

  /** Resolves once those that were asked for are over. */
  async over(): Promise<void> {
    await Promise.all(this.#last.values())
  }
}
