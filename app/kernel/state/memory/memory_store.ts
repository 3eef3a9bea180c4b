import { clock } from '../clock.js'
import { StateStore } from '../state_store.js'
import { ExpiringMap } from './expiring_map.js'

/** The state of a process that is alone. */
export class MemoryStore extends StateStore {
  readonly #values = new ExpiringMap<string>()
  readonly #sets = new ExpiringMap<Map<string, number>>()

  async get(key: string): Promise<string | null> {
    return this.#values.get(key) ?? null
  }

  async getMany(keys: readonly string[]): Promise<(string | null)[]> {
    return keys.map((key) => this.#values.get(key) ?? null)
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    this.#values.set(key, value, ttlMs)
  }

  async add(key: string, value: string, ttlMs: number): Promise<boolean> {
    if (this.#values.get(key) !== undefined) return false
    this.#values.set(key, value, ttlMs)
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
    const before = this.#values.get(key)
    const sum = Number(before ?? 0) + by
    if (before === undefined) this.#values.set(key, String(sum), ttlMs)
    else this.#values.replace(key, String(sum))
    return sum
  }

  async addMember(key: string, member: string, ttlMs: number): Promise<void> {
    const until = clock.elapsed() + ttlMs
    const set = this.#living(key)
    set.set(member, until)
    this.#sets.set(key, set, Math.max(...set.values()) - clock.elapsed())
  }

  async removeMember(key: string, member: string): Promise<void> {
    const set = this.#sets.get(key)
    set?.delete(member)
    if (set?.size === 0) this.#sets.delete(key)
  }

  async members(key: string): Promise<string[]> {
    return [...this.#living(key).keys()]
  }

  async membersOfMany(keys: readonly string[]): Promise<string[][]> {
    return keys.map((key) => [...this.#living(key).keys()])
  }

  #living(key: string): Map<string, number> {
    const set = this.#sets.get(key) ?? new Map<string, number>()
    const now = clock.elapsed()
    for (const [member, until] of set) if (until <= now) set.delete(member)
    return set
  }
}
