import { clock } from '../clock.js'

interface Entry<V> {
  value: V
  until: number
}

const FEW = 1024

/** A map whose entries end by themselves, and which forgets the least recently set beyond its capacity. */
export class ExpiringMap<V> {
  readonly #entries = new Map<string, Entry<V>>()
  #sweepAt = FEW

  constructor(private readonly capacity = Number.POSITIVE_INFINITY) {}

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.until > clock.elapsed()) return entry.value

    this.#entries.delete(key)
    return undefined
  }

  set(key: string, value: V, ttlMs: number): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, until: clock.elapsed() + ttlMs })
    if (this.#entries.size > this.#sweepAt) this.#sweep()
  }

  /** Puts another value in an entry's place and leaves its end as it was. */
  replace(key: string, value: V): void {
    const entry = this.#entries.get(key)
    if (entry) entry.value = value
  }

  delete(key: string): boolean {
    return this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }

  get size(): number {
    return this.#entries.size
  }

  keys(): string[] {
    return [...this.#entries.keys()]
  }

  /** Amortised: runs again only after the map has doubled, or filled up once more. */
  #sweep() {
    const now = clock.elapsed()
    for (const [key, entry] of this.#entries) if (entry.until <= now) this.#entries.delete(key)
    this.#dropEldest()
    this.#sweepAt = Math.min(Math.max(FEW, this.#entries.size * 2), this.capacity)
  }

  #dropEldest() {
    const room = this.capacity * 0.75
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= room) return
      this.#entries.delete(key)
    }
  }
}
