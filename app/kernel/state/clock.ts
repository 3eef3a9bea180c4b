/** Clocks that are no further apart agree: less is no harm to what is kept for hours and days. */
export const TOLERATED_MS = 300_000

/**
 * The one clock of all nodes. A node measures how far its own clock is off the shared one (`correct`), so that
 * nodes whose clocks disagree still agree on what has expired.
 */
export class Clock {
  #offset = 0
  #distrusted: number | null = null
  #travelled = 0
  #aged = 0
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
    return (this.#stoppedAt?.elapsed ?? performance.now()) + this.#aged
  }

  /** Sets how far the shared clock is ahead of this machine's, in milliseconds. */
  correct(offsetMs: number): void {
    this.#offset = Math.round(offsetMs)
    this.#distrusted = null
  }

  /** The shared clock is so far ahead of this machine’s, and others contradict it: it is not followed. */
  distrust(offsetMs: number): void {
    if (Math.abs(this.#offset) > TOLERATED_MS) this.#offset = 0
    this.#distrusted = Math.round(offsetMs)
  }

  /** How far the shared clock is ahead of this machine’s, in milliseconds, where it is not followed. */
  get distrusted(): number | null {
    return this.#distrusted
  }

  get offset(): number {
    return this.#offset
  }

  /** Moves time on, for tests. Time kept by Redis itself does not follow. */
  travel(ms: number): void {
    this.#travelled += ms
    this.#aged += Math.max(0, ms)
  }

  /**
   * Lets time stand still but for journeys, for tests that a slow machine must not disturb. It stands at a whole
   * millisecond: with fractions, what is left between two moments may be a hair less than the journey. How far the shared
   * clock is ahead counts for it as it was then.
   */
  stop(): void {
    this.#stoppedAt = { wall: Date.now() + this.#offset, elapsed: Math.ceil(performance.now()) }
  }

  /** Takes every journey back and lets time go on; what has elapsed has. */
  restore(): void {
    if (this.#stoppedAt)
      this.#aged += Math.ceil(Math.max(0, this.#stoppedAt.elapsed - performance.now()))
    this.#stoppedAt = null
    this.#travelled = 0
  }
}

export const clock = new Clock()
