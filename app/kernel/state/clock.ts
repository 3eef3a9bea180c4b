/**
 * The one clock of all nodes. A node measures how far its own clock is off the shared one (`correct`), so that
 * nodes whose clocks disagree still agree on what has expired.
 */
export class Clock {
  #offset = 0
  #travelled = 0
  #stoppedAt: { wall: number; elapsed: number } | null = null

  /** Milliseconds since the epoch, by the shared clock. */
  now(): number {
    return (this.#stoppedAt?.wall ?? Date.now() + this.#offset) + this.#travelled
  }

  /** Milliseconds since the epoch, by this machine's own clock: for what the machine itself has stamped. */
  machine(): number {
    return Date.now()
  }

  date(): Date {
    return new Date(this.now())
  }

  /** Milliseconds that only ever move forward, with fractions; for intervals within this process. */
  elapsed(): number {
    return (this.#stoppedAt?.elapsed ?? performance.now()) + this.#travelled
  }

  /** Sets how far the shared clock is ahead of this machine's, in milliseconds. */
  correct(offsetMs: number): void {
    this.#offset = Math.round(offsetMs)
  }

  get offset(): number {
    return this.#offset
  }

  /** Moves time on, for tests. Time kept by Redis itself does not follow. */
  travel(ms: number): void {
    this.#travelled += ms
  }

  /**
   * Lets time stand still but for journeys, for tests that a slow machine must not disturb. It stands at a whole
   * millisecond: with fractions, what is left between two moments may be a hair less than the journey. How far the shared
   * clock is ahead counts for it as it was then.
   */
  stop(): void {
    this.#stoppedAt = { wall: Date.now() + this.#offset, elapsed: Math.ceil(performance.now()) }
  }

  /** Takes every journey back and lets time go on. */
  restore(): void {
    this.#stoppedAt = null
    this.#travelled = 0
  }
}

export const clock = new Clock()
