import { LRUCache } from 'lru-cache'
import { clock } from '../clock.js'
import { StateStore } from '../state_store.js'

const MOST_VALUES = 100_000

/** The state of a process that is alone. */
export class MemoryStore extends StateStore {
  readonly #values = new LRUCache<string, string>({
    max: MOST_VALUES,
    ttlResolution: 0,
    perf: { now: () => clock.elapsed() },
  })
  /** Set → member → when it ends */
  readonly #sets = new Map<string, Map<string, number>>()

  async get(key: string): Promise<string | null> {
    return this.#values.get(key) ?? null
  }

  async getMany(keys: readonly string[]): Promise<(string | null)[]> {
    return keys.map((key) => this.#values.get(key) ?? null)
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    this.#values.set(key, value, { ttl: ttlMs })
  }

  async add(key: string, value: string, ttlMs: number): Promise<boolean> {
    if (this.#values.get(key) !== undefined) return false
    this.#values.set(key, value, { ttl: ttlMs })
    return true
  }

  async take(key: string): Promise<string | null> {
    const value = this.#values.get(key)
    this.#values.delete(key)
    return value ?? null
  }

  async delete(key: string): Promise<void> {
    this.#values.delete(key)
  }

  async increment(key: string, ttlMs: number, by = 1): Promise<number> {
    const sum = Number(this.#values.get(key) ?? 0) + by
    this.#values.set(key, String(sum), { ttl: ttlMs, noUpdateTTL: true })
    return sum
  }

  async addMember(
    key: string,
    member: string,
    ttlMs: number,
    most = Number.POSITIVE_INFINITY
  ): Promise<boolean> {
    if (most < Number.POSITIVE_INFINITY && this.#living(key).length >= most) return false
    const members = this.#sets.get(key) ?? new Map<string, number>()
    this.#sets.set(key, members.set(member, clock.elapsed() + ttlMs))
    return true
  }

  async removeMember(key: string, member: string): Promise<void> {
    const members = this.#sets.get(key)
    members?.delete(member)
    if (members?.size === 0) this.#sets.delete(key)
  }

  async members(key: string): Promise<string[]> {
    return this.#living(key)
  }

  async membersOfMany(keys: readonly string[]): Promise<string[][]> {
    return keys.map((key) => this.#living(key))
  }

  #living(key: string): string[] {
    const members = this.#sets.get(key)
    if (!members) return []
    const now = clock.elapsed()
    for (const [member, until] of members) if (until <= now) members.delete(member)
    if (members.size === 0) this.#sets.delete(key)
    return [...members.keys()]
  }
}
