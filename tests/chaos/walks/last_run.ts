/** fast-check abandons the run that is under way when its time is over; what it uses can be closed only once it has ended. */
export class LastRun {
  #last: Promise<void> = Promise.resolve()

  noting<Args extends unknown[]>(run: (...args: Args) => Promise<void>) {
    return (...args: Args): Promise<void> => (this.#last = run(...args))
  }

  /** Resolves when the last run has ended, however it did. */
  async ended(): Promise<void> {
    await this.#last.catch(() => undefined)
  }
}
