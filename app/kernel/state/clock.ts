/** The time of this machine. All code asks it, so that tests can move time on. */
export class Clock {
  #travelled = 0
  #aged = 0
  #stoppedAt: { wall: number; elapsed: number } | null = null

  /** Milliseconds since the epoch. */
  now(): number {
    return (this.#stoppedAt?.wall ?? Date.now()) + this.#travelled
  }

  /** `now`, whatever a test has done to it: to compare with times that the machine itself stamps, as on files. */
  machine(): number {
    return Date.now()
  }

  date(): Date {
    return new Date(this.now())
  }

  /** Milliseconds that only ever increase, with fractions; for intervals within this process. */
  elapsed(): number {
    return (this.#stoppedAt?.elapsed ?? performance.now()) + this.#aged
  }

  /** Moves time on, for tests. Time kept by Redis itself does not follow. */
  travel(ms: number): void {
    this.#travelled += ms
    this.#aged += Math.max(0, ms)
  }

  /**
   * Stops time except for `travel`, for tests that a slow machine must not disturb. It stops at a whole millisecond: with
   * fractions, the difference of two times may be slightly less than what was travelled.
   */
  stop(): void {
    this.#stoppedAt = { wall: Date.now(), elapsed: Math.ceil(performance.now()) }
  }

  /** Undoes `travel` and `stop`; `elapsed` does not go back. */
  restore(): void {
    if (this.#stoppedAt)
      this.#aged += Math.ceil(Math.max(0, this.#stoppedAt.elapsed - performance.now()))
    this.#stoppedAt = null
    this.#travelled = 0
  }
}

export const clock = new Clock()
