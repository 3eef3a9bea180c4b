import { LRUCache } from 'lru-cache'
import { clock } from './clock.js'
import type { Stamp } from './versions.js'

interface Fact<T> {
  stamp: Stamp
  value: T
}

/** No fact outlives this, whatever its stamp says. */
const LONGEST_MS = 60_000

/**
 * Caches facts in this process, each valid under the stamp that it was loaded under and for a minute at most. Holds the
 * `capacity` most recently used.
 */
export class VersionedCache<T> {
  readonly #facts: LRUCache<string, Fact<T>>

  constructor(capacity: number, longestMs: number = LONGEST_MS) {
    this.#facts = new LRUCache({
      max: capacity,
      ttl: longestMs,
      ttlResolution: 0,
      perf: { now: () => clock.elapsed() },
    })
  }

  /** `undefined` when unknown, outdated, or when there is no stamp to compare with. */
  get(key: string, stamp: Stamp | null): T | undefined {
    if (stamp === null) return undefined
    const fact = this.#facts.get(key)
    if (fact?.stamp === stamp) return fact.value
    if (fact) this.#facts.delete(key)
    return undefined
  }

  /** @param stamp as it was read before the value was loaded; without one nothing is kept */
  set(key: string, stamp: Stamp | null, value: T): void {
    if (stamp !== null) this.#facts.set(key, { stamp, value })
  }

  delete(key: string): void {
    this.#facts.delete(key)
  }

  clear(): void {
    this.#facts.clear()
  }

  get size(): number {
    return this.#facts.size
  }
}
