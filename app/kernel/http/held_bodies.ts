import { E_UNAVAILABLE } from './errors.js'

/** Somebody of whose bodies no more than so many are held at once. */
export interface Party {
  name: string
  most: number
}

/**
 * The room for bodies that are read whole: no more bytes than so many are held at once. Half of it is for those who
 * hold nothing yet, so that whoever sends many leaves room for everybody else.
 */
export class HeldBodies {
  #bytes = 0
  readonly #held = new Map<string, number>()

  constructor(private readonly mostBytes: number) {}

  get bytes(): number {
    return this.#bytes
  }

  /**
   * Before a body is read.
   *
   * @param bytes as announced, or the most that would be read
   * @returns what gives the room back
   * @throws E_UNAVAILABLE while there is none
   */
  take(bytes: number, parties: readonly Party[]): () => void {
    if (!this.#hasRoom(bytes, parties)) throw new E_UNAVAILABLE()
    this.#count(bytes, parties)
    let isHeld = true
    return () => {
      if (isHeld) this.#count(-bytes, parties)
      isHeld = false
    }
  }

  #hasRoom(bytes: number, parties: readonly Party[]): boolean {
    const isNew = parties.every(({ name }) => this.#heldBy(name) === 0)
    if (this.#bytes + bytes > (isNew ? this.mostBytes : this.mostBytes / 2)) return false
    return parties.every(({ name, most }) => this.#heldBy(name) < most)
  }

  #count(bytes: number, parties: readonly Party[]): void {
    this.#bytes += bytes
    for (const { name } of parties) {
      const held = this.#heldBy(name) + Math.sign(bytes)
      if (held > 0) this.#held.set(name, held)
      else this.#held.delete(name)
    }
  }

  #heldBy(name: string): number {
    return this.#held.get(name) ?? 0
  }
}
