/** Whose data goes. */
export interface ErasedPerson {
  readonly id: number
  /** The one from before; `null` once an erasure of theirs has ended. */
  readonly username: string | null
}

export interface PersonalHolding {
  /** Name of the plugin. */
  plugin: string
  /**
   * Removes what the plugin keeps of a person, or puts `ERASED_NAME` in its place, in a transaction of its own. It is called
   * again after a failure, and whenever the same erasure is asked for again.
   */
  erase(person: ErasedPerson): Promise<void>
}

/** Extension point: what plugins keep of people. A plugin that keeps any says so when it boots. */
export class PersonalData {
  readonly #holdings: PersonalHolding[] = []

  hold(holding: PersonalHolding): void {
    this.#holdings.push(holding)
  }

  /** The last to boot first: who refers to something lets go of it before those who keep it. */
  holdings(): PersonalHolding[] {
    return this.#holdings.toReversed()
  }
}
