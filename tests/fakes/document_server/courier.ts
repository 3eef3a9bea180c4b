/** Waits before the retries of a final save, in milliseconds. */
export const RETRY_WAITS = [1_000, 2_000, 4_000] as const

/** A callback that is to be sent. */
export interface Errand {
  key: string
  status: number
  /** Counted from 1; 2 to 4 are retries. */
  attempt: number
  /** It answers the command `info`. */
  isAnswer?: boolean
}

/** What becomes of a request on its way. */
export type Fate = 'delivered' | 'request_lost' | 'answer_lost'

/** Decides when a save is made and sent, and whether request and answer arrive. */
export interface Courier {
  /** Resolves when the file is to be written, or the pause before a retry is over. */
  turn(errand: Errand): Promise<void> | undefined
  /** Resolves when the request leaves. */
  carry(errand: Errand): Promise<Fate>
}

/** Saves are made at once, retried after the observed pauses, and always arrive. */
export class PromptCourier implements Courier {
  readonly #wait: (milliseconds: number) => Promise<void>

  constructor(wait: (milliseconds: number) => Promise<void>) {
    this.#wait = wait
  }

  turn({ attempt }: Errand): Promise<void> | undefined {
    const pause = RETRY_WAITS[attempt - 2]
    return pause === undefined ? undefined : this.#wait(pause)
  }

  async carry(): Promise<Fate> {
    return 'delivered'
  }
}

/** `turn`: still to be made, or to be tried again. `way`: sent, and not there yet. */
export type Stage = 'turn' | 'way'

export interface HeldErrand extends Errand {
  stage: Stage
  /** The first time counts. */
  release(fate?: Fate): void
}

/** Keeps saves back until they are released, in any order. */
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
    const release = (fate: Fate = 'delivered') => {
      const at = this.held.indexOf(held)
      if (at >= 0) this.held.splice(at, 1)
      resolve(fate)
    }
    const held: HeldErrand = { ...errand, stage, release }
    this.held.push(held)
    return promise
  }
}
