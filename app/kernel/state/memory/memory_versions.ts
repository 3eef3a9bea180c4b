import { Versions, type Stamp } from '../versions.js'
import { ExpiringMap } from './expiring_map.js'

/** Longer than any cached fact lives, so that forgetting a stamp voids nothing that should live and no more. */
const KEPT_MS = 600_000

export class MemoryVersions extends Versions {
  readonly #stamps = new ExpiringMap<number>()
  #last = 0

  async bump(...keys: string[]): Promise<void> {
    for (const key of keys) this.#stamps.set(key, ++this.#last, KEPT_MS)
  }

  async read(keys: readonly string[]): Promise<Stamp> {
    return this.stampOf(keys)
  }

  stampOf(keys: readonly string[]): Stamp {
    let stamp = 'm'
    for (const key of keys) stamp += ` ${this.#stamps.get(key) ?? ''}`
    return stamp
  }
}
