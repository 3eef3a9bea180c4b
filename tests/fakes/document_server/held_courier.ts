import type { Courier, Errand, Fate } from './courier.js'

/** `turn`: still to be made, or to be tried again. `way`: sent, and not there yet. */
export type Stage = 'turn' | 'way'

export interface HeldErrand extends Errand {
  stage: Stage
  /** The first time counts. */
  release(fate?: Fate): void
}

/** Keeps saves back until they are told to go on, in whatever order. */
export class HeldCourier implements Courier {
  /** Oldest first. */
  readonly held: HeldErrand[] = []
  /** Which are kept back; the others go on at once. */
  holds: (errand: Errand, stage: Stage) => boolean = () => false
  /** What becomes of those that are not kept back. */
  fate: (errand: Errand) => Fate = () => 'delivered'

  turn(errand: Errand): Promise<void> | undefined {
    if (!this.holds(errand, 'turn')) return undefined
    return this.#hold(errand, 'turn').then(() => undefined)
  }

  async carry(errand: Errand): Promise<Fate> {
    return this.holds(errand, 'way') ? this.#hold(errand, 'way') : this.fate(errand)
  }

  #hold(errand: Errand, stage: Stage): Promise<Fate> {
    const { promise, resolve } = Promise.withResolvers<Fate>()
    const held: HeldErrand = {
      ...errand,
      stage,
      release: (fate = 'delivered') => {
        const at = this.held.indexOf(held)
        if (at >= 0) this.held.splice(at, 1)
        resolve(fate)
      },
    }
    this.held.push(held)
    return promise
  }
}
