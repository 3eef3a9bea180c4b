import { clock } from './clock.js'
import type { Stamp } from './versions.js'

interface Kept<T> {
  stamp: Stamp
  until: number
  value: T
}

/** No fact outlives this, whatever its stamp says. */
const LONGEST_MS = 60_000

/**
 * Caches facts in this process, each valid under the stamp that it was loaded under and for a minute at most. Holds the
 * `capacity` most recently used.
 */
export class VersionedCache<T> {
  readonly #kept = new Map<string, Kept<T>>()
  #sweepAt = 0

  constructor(
    private readonly capacity: number,
    private readonly longestMs: number = LONGEST_MS
  ) {}

  /** `undefined` when unknown, outdated, or when there is no stamp to compare with. */
  get(key: string, stamp: Stamp | null): T | undefined {
    if (stamp === null) return undefined
    const kept = this.#kept.get(key)
    if (!kept) return undefined

    this.#kept.delete(key)
    if (kept.stamp !== stamp || kept.until <= clock.elapsed()) return undefined
    this.#kept.set(key, kept)
    return kept.value
  }

  /** @param stamp as it was read before the value was loaded; without one nothing is kept */
  set(key: string, stamp: Stamp | null, value: T): void {
    if (stamp === null) return
    this.#sweep()
    this.#kept.delete(key)
    this.#kept.set(key, { stamp, until: clock.elapsed() + this.longestMs, value })
    if (this.#kept.size > this.capacity) this.#dropEldest()
  }

  delete(key: string): void {
    this.#kept.delete(key)
  }

  clear(): void {
    this.#kept.clear()
  }

  get size(): number {
    return this.#kept.size
  }

  /** Once in as long as a fact lives. */
  #sweep() {
    const now = clock.elapsed()
    if (now < this.#sweepAt) return
    this.#sweepAt = now + this.longestMs
    for (const [key, { until }] of this.#kept) if (until <= now) this.#kept.delete(key)
  }

  #dropEldest() {
    const eldest = this.#kept.keys().next()
    if (!eldest.done) this.#kept.delete(eldest.value)
  }
}
