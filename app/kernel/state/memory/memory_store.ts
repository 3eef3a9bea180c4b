import { StateStore } from '../state_store.js'
import { ExpiringMap } from './expiring_map.js'
import { ExpiringSet } from './expiring_set.js'

/** The state of a process that is alone. */
export class MemoryStore extends StateStore {
  readonly #values = new ExpiringMap<string>()
  readonly #sets = new ExpiringMap<ExpiringSet>()

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

  async addMember(
    key: string,
    member: string,
    ttlMs: number,
    most = Number.POSITIVE_INFINITY
  ): Promise<boolean> {
    const set = this.#sets.get(key) ?? new ExpiringSet()
    if (most < Number.POSITIVE_INFINITY && set.living().length >= most) return false
    set.add(member, ttlMs)
    this.#sets.set(key, set, set.lasts)
    return true
  }

  async removeMember(key: string, member: string): Promise<void> {
    const set = this.#sets.get(key)
    set?.delete(member)
    if (set?.isEmpty) this.#sets.delete(key)
  }

  async members(key: string): Promise<string[]> {
    return this.#sets.get(key)?.living() ?? []
  }

  async membersOfMany(keys: readonly string[]): Promise<string[][]> {
    return keys.map((key) => this.#sets.get(key)?.living() ?? [])
  }
}
