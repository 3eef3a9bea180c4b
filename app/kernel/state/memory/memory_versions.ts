import { Versions, type Stamp } from '../versions.js'

const MOST_STAMPS = 100_000

export class MemoryVersions extends Versions {
  readonly #stamps = new Map<string, number>()
  #last = 0
  /** Part of every stamp: forgetting the stamps voids all that is cached. */
  #generation = 0

  async bump(...keys: string[]): Promise<void> {
    for (const key of keys) this.#stamps.set(key, ++this.#last)
    if (this.#stamps.size <= MOST_STAMPS) return
    this.#stamps.clear()
    this.#generation++
  }

  async read(keys: readonly string[]): Promise<Stamp> {
    return this.stampOf(keys)
  }

  stampOf(keys: readonly string[]): Stamp {
    let stamp = `m${this.#generation}`
    for (const key of keys) stamp += ` ${this.#stamps.get(key) ?? ''}`
    return stamp
  }
}
