import { setImmediate as turn } from 'node:timers/promises'

/** So much of one turn of the loop goes to frames; then others have theirs. */
const SHARE_MS = 5

/** Shared by all sockets: however many of them have frames waiting, other requests are served in between. */
export class Pace {
  #began = performance.now()
  #next: Promise<void> | null = null

  /** To be asked right before work, and again after `next`: others may have been faster. */
  get isSpent(): boolean {
    return performance.now() - this.#began > SHARE_MS
  }

  /** Resolves in another turn. */
  next(): Promise<void> {
    this.#next ??= turn().then(() => {
      this.#began = performance.now()
      this.#next = null
    })
    return this.#next
  }
}
