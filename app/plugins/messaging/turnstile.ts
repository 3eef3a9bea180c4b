import { setImmediate } from 'node:timers/promises'
import { FairTurns, inOwnTurn } from '#kernel/workers/main'

/**
 * Lets so much pass at a time, and so much of one person: thousands who come back at once then share the database instead of
 * exhausting its connections. People take turns, however much one of them has waiting, and nobody is refused: each socket waits for one thing at a
 * time. What waited comes in another turn of the loop: an embedded database leaves none to others.
 */
export class Turnstile {
  readonly #turns: FairTurns

  constructor(atOnce: number, { ofOne = atOnce } = {}) {
    this.#turns = new FairTurns({ atOnce, ofOne, mostWaiting: Infinity, mostInLine: Infinity })
  }

  pass<T>(work: () => Promise<T>): Promise<T> {
    let hasWaited = false
    const passed = inOwnTurn(this.#turns, async () => {
      if (hasWaited) await setImmediate()
      return work()
    })
    hasWaited = true
    return passed
  }
}
