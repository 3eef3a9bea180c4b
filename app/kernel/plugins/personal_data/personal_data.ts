import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Whose data goes. The names are those from before, known until all was gone over
 * twice; `null` after that. */
export interface ErasedPerson {
  readonly id: number
  readonly username: string | null
  readonly nickname: string | null
}

/** Changes up to `most` rows, and resolves to how many there were. */
export type ErasingStep = (trx: TransactionClientContract, most: number) => Promise<number>

/** What one plugin does for one person, in small pieces. */
export interface Erasing {
  readonly person: ErasedPerson

  /**
   * Runs `step` until it finds nothing, each time in a transaction that also counts what it changed: what is done is
   * counted once, whenever the process ends. A step finds what is left by itself, so that it can be gone on with.
   *
   * @param table for the count
   */
  each(table: string, step: ErasingStep): Promise<void>

  /** Counts what was removed by other means. */
  count(table: string, rows: number): Promise<void>
}

export interface PersonalHolding {
  /** Name of the plugin. */
  plugin: string
  /**
   * Removes what the plugin keeps of a person, or puts another name in its place. It is called more than once: again
   * after it was cut short, and again later for what was on its way. So it leaves alone what is done.
   */
  erase(erasing: Erasing): Promise<void>
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
