import { setImmediate as nextTurn } from 'node:timers/promises'
import { currentAbortSignal } from '#kernel/acting/main'

const LONGEST_TURN_MS = 10

/** For work that goes through much, piece by piece: others have their turn in between. */
export class ShortTurns {
  #since = performance.now()

  /** @param signal ends the work; by default that of whoever asked, who may have left */
  constructor(private readonly signal: AbortSignal | undefined = currentAbortSignal()) {}

  /**
   * Between two pieces.
   *
   * @throws the signal's reason
   */
  async pass(): Promise<void> {
    if (performance.now() - this.#since >= LONGEST_TURN_MS) {
      await nextTurn()
      this.#since = performance.now()
    }
    this.signal?.throwIfAborted()
  }
}
