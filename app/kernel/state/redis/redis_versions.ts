import { randomUUID } from 'node:crypto'
import { Versions, type Stamp } from '../versions.js'
import type { RedisLink } from './redis_link.js'

/** Well beyond the longest life of a cached fact. */
const KEPT_MS = 2 * 60 * 60 * 1000
const AT_ONCE = 1000
const RETRY_MS = 1000

/**
 * Stamps in Redis. A stamp begins with this process's count of losses and a generation that Redis makes up when it
 * has none, so that neither a Redis that came back empty nor one that came back with old data passes for unchanged.
 */
export class RedisVersions extends Versions {
  readonly #owed = new Set<string>()
  #retry: NodeJS.Timeout | null = null
  #settling: Promise<void> | null = null

  constructor(private readonly link: RedisLink) {
    super()
    link.onRestored(() => this.#settle())
  }

  async bump(...keys: string[]): Promise<void> {
    for (const key of keys) this.#owed.add(key)
    await this.#settle()
  }

  async read(keys: readonly string[]): Promise<Stamp | null> {
    if (!this.link.connected) return null
    const named = this.keysFor(keys)
    return this.link
      .ask((redis) => redis.chanceryReadStamps(named.length, ...named, randomUUID()))
      .then((stamps) => (this.link.connected ? this.stampOf(stamps) : null))
      .catch(() => null)
  }

  /** The keys in Redis that a stamp is made of, the generation first. */
  keysFor(keys: readonly string[]): string[] {
    const named = [`${this.link.prefix}generation`]
    for (const key of keys) named.push(`${this.link.prefix}version:${key}`)
    return named
  }

  stampOf(stamps: string): Stamp {
    return `${this.link.epoch} ${stamps}`
  }

  close(): void {
    if (this.#retry) clearTimeout(this.#retry)
    this.#retry = null
  }

  /** One trip at a time; what is owed meanwhile goes with the next, so that no change is older than its stamp. */
  async #settle(): Promise<void> {
    while (this.#settling) await this.#settling
    if (this.#owed.size === 0) return

    this.close()
    this.#settling = this.#pay()
    await this.#settling
    this.#settling = null
    if (this.#owed.size > 0) this.#retry ??= setTimeout(() => void this.#settle(), RETRY_MS).unref()
  }

  async #pay(): Promise<void> {
    const keys = [...this.#owed]
    this.#owed.clear()
    for (let from = 0; from < keys.length; from += AT_ONCE) {
      const part = keys.slice(from, from + AT_ONCE)
      const paid = await this.#set(part)
      if (!paid) for (const key of part) this.#owed.add(key)
    }
  }

  async #set(keys: readonly string[]): Promise<boolean> {
    const named = this.keysFor(keys).slice(1)
    return this.link
      .ask((redis) => redis.chanceryBump(named.length, ...named, randomUUID(), KEPT_MS))
      .then(() => true)
      .catch(() => false)
  }
}
