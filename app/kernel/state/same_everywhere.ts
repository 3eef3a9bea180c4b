import { createHmac } from 'node:crypto'

/** By what a value is told from another: too little to find it by. */
export interface Mark {
  own: string
  /** Of the values that are accepted of others besides. */
  taken: string[]
}

export interface Told {
  own: string
  taken?: readonly string[]
}

/** What must be the same on all nodes of an installation. Whoever depends on it says so while it boots. */
export class SameEverywhere {
  readonly #marks = new Map<string, Mark>()

  /**
   * @param what as people set it, such as `JWT_SECRET`
   * @param told the value on this node; of a secret that was replaced, the one before is taken too
   */
  must(what: string, { own, taken = [] }: Told): void {
    const mark = (value: string) =>
      createHmac('sha256', value).update(what).digest('hex').slice(0, 8)
    this.#marks.set(what, { own: mark(own), taken: taken.map(mark) })
  }

  marks(): Record<string, Mark> {
    return Object.fromEntries(this.#marks)
  }
}
