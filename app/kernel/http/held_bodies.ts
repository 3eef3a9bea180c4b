import { Overloaded } from '#kernel/errors/main'
import type { AdmittedBody } from './route_contract.js'

/** Somebody of whose bodies no more than so many are held at once. */
export interface Party {
  name: string
  most: number
}

/** The room that one body takes. */
export interface HeldBody {
  /**
   * When more of it has come.
   *
   * @param bytes in all
   * @throws Overloaded while there is no room for that
   */
  grow(bytes: number): void
  giveBack(): void
}

/**
 * The room for bodies that are read whole: no more bytes than so many are held at once. Half of it is for those who
 * hold nothing yet, so that whoever sends many leaves room for everybody else.
 */
export class HeldBodies {
  #bytes = 0
  readonly #ofParties = new Map<string, number>()

  constructor(private readonly mostBytes: number) {}

  get bytes(): number {
    return this.#bytes
  }

  /**
   * Before a body is read.
   *
   * @param bytes as announced; of a body that does not say how long it is, what has come of it
   * @throws Overloaded while there is no room
   */
  take(bytes: number, parties: readonly Party[]): HeldBody {
    if (parties.some(({ name, most }) => this.#heldBy(name) >= most)) throw new Overloaded()
    this.#assertRoom(bytes, this.#holdNoMoreThan(0, parties))
    this.#bytes += bytes
    this.#count(1, parties)
    return this.#held(bytes, parties)
  }

  /** Room for a body that is about to be read: it is taken once more of it has come than is read in passing. */
  admit(parties: readonly Party[], inPassing: number): AdmittedBody {
    let held: HeldBody | undefined
    return {
      watch: (bytes) => {
        if (held) held.grow(bytes)
        else if (bytes > inPassing) held = this.take(bytes, parties)
      },
      [Symbol.dispose]: () => held?.giveBack(),
    }
  }

  #held(bytes: number, parties: readonly Party[]): HeldBody {
    let size = bytes
    let isHeld = true
    return {
      grow: (grown) => {
        if (!isHeld || grown <= size) return
        this.#assertRoom(grown - size, this.#holdNoMoreThan(1, parties))
        this.#bytes += grown - size
        size = grown
      },
      giveBack: () => {
        if (!isHeld) return
        this.#bytes -= size
        this.#count(-1, parties)
        isHeld = false
      },
    }
  }

  /** @param isAlone whether nothing else is held of its parties */
  #assertRoom(bytes: number, isAlone: boolean): void {
    const most = isAlone ? this.mostBytes : this.mostBytes / 2
    if (this.#bytes + bytes > most) throw new Overloaded()
  }

  #holdNoMoreThan(count: number, parties: readonly Party[]): boolean {
    return parties.every(({ name }) => this.#heldBy(name) <= count)
  }

  #count(bodies: number, parties: readonly Party[]): void {
    for (const { name } of parties) {
      const held = this.#heldBy(name) + bodies
      if (held > 0) this.#ofParties.set(name, held)
      else this.#ofParties.delete(name)
    }
  }

  #heldBy(name: string): number {
    return this.#ofParties.get(name) ?? 0
  }
}
