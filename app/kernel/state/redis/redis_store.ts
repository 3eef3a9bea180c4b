import { StateStore } from '../state_store.js'
import type { RedisLink } from './redis_link.js'

/** State that all nodes share through Redis. */
export class RedisStore extends StateStore {
  constructor(private readonly link: RedisLink) {
    super()
  }

  get(key: string): Promise<string | null> {
    return this.link.ask((redis) => redis.get(this.#key(key)))
  }

  async getMany(keys: readonly string[]): Promise<(string | null)[]> {
    if (keys.length === 0) return []
    const named = keys.map((key) => this.#key(key))
    return this.link.ask((redis) => redis.mget(...named))
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    await this.link.ask((redis) => redis.set(this.#key(key), value, 'PX', whole(ttlMs)))
  }

  async add(key: string, value: string, ttlMs: number): Promise<boolean> {
    const set = await this.link.ask((redis) =>
      redis.set(this.#key(key), value, 'PX', whole(ttlMs), 'NX')
    )
    return set === 'OK'
  }

  take(key: string): Promise<string | null> {
    return this.link.ask((redis) => redis.getdel(this.#key(key)))
  }

  async delete(key: string): Promise<void> {
    await this.link.ask((redis) => redis.del(this.#key(key)))
  }

  increment(key: string, ttlMs: number, by = 1): Promise<number> {
    return this.link.ask((redis) => redis.chanceryIncrement(1, this.#key(key), by, whole(ttlMs)))
  }

  async addMember(
    key: string,
    member: string,
    ttlMs: number,
    most = Number.MAX_SAFE_INTEGER
  ): Promise<boolean> {
    const added = await this.link.ask((redis) =>
      redis.chanceryAddMember(1, this.#set(key), member, whole(ttlMs), most)
    )
    return added === 1
  }

  async removeMember(key: string, member: string): Promise<void> {
    await this.link.ask((redis) => redis.zrem(this.#set(key), member))
  }

  async members(key: string): Promise<string[]> {
    const [members] = await this.membersOfMany([key])
    return members ?? []
  }

  async membersOfMany(keys: readonly string[]): Promise<string[][]> {
    if (keys.length === 0) return []
    const named = keys.map((key) => this.#set(key))
    return this.link.ask((redis) => redis.chanceryMembers(named.length, ...named))
  }

  #key(key: string): string {
    return `${this.link.prefix}value:${key}`
  }

  #set(key: string): string {
    return `${this.link.prefix}set:${key}`
  }
}

function whole(ms: number): number {
  return Math.max(1, Math.ceil(ms))
}
