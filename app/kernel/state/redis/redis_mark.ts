import { randomUUID } from 'node:crypto'
import { RedisWatch } from './redis_watch.js'

const DAY_MS = 86_400_000
const EMPTIED =
  'Redis was emptied, or another one stands in its place: limits and failed logins are counted from nothing, locks that were held are free, and who is online is known once they are heard of again; sessions are in the database, and go on. Where nobody meant it, persist Redis (appendonly yes), and see who may FLUSHALL'

/** Says that Redis has lost all it held while this process ran: a mark in it, which whoever looks first gives and all keep, is gone. */
export class RedisMark extends RedisWatch {
  #known: string | null = null
  #looking: Promise<void> | null = null

  /** One at a time: one that hangs is not asked by more and more. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch(() => undefined)
      .finally(() => (this.#looking = null))
    return this.#looking
  }

  /** Not through `ask`: where it is refused, nothing that is needed is. */
  async #look(): Promise<void> {
    if (!this.link.ready) return
    const { client, prefix } = this.link
    const key = `${prefix}mark`
    await client.set(key, randomUUID(), 'PX', DAY_MS, 'NX')
    const mark = await client.get(key)
    if (mark === null) return
    await client.pexpire(key, DAY_MS)
    if (this.#known !== null && mark !== this.#known) this.logger.warn(EMPTIED)
    this.#known = mark
  }
}
