import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { Bus, clock } from '#kernel/state/main'
import { LRUCache } from 'lru-cache'
import { USERS_CHANGED } from '#plugins/identity/main'
import { refusals } from '../errors.js'
import { ContactRule } from './contact_rule.js'

/** Told of on the bus when somebody blocks a person, or no longer does. */
export const BLOCKS_CHANGED = 'messaging.blocks'

const CACHED_MS = 60_000
const MOST_CACHED = 50_000

/**
 * Who may write to whom, and bring whom into a group: answers of the rule, without those who block whoever asks. Those about
 * writing are cached for a minute at most, until a user or a block changes.
 */
@inject()
export class Contacts {
  readonly #cached = new LRUCache<string, boolean>({
    max: MOST_CACHED,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now: () => clock.elapsed() },
  })
  /** Rises with each change: an answer that was read before it is not cached after it. */
  #changes = 0

  constructor(
    private readonly rule: ContactRule,
    private readonly bus: Bus
  ) {}

  async start(): Promise<void> {
    await this.bus.subscribe(USERS_CHANGED, () => this.forget())
    await this.bus.subscribe(BLOCKS_CHANGED, () => this.forget())
    this.bus.onRestored(() => this.forget())
  }

  /** @throws E_RECEIVER */
  async assert(userId: number, other: number): Promise<void> {
    if (!(await this.#allowed(userId, [other])).has(other)) throw new refusals.E_RECEIVER()
  }

  /** Those of `others` whose presence `userId` may see: their contacts and themselves. */
  async visible(userId: number, others: readonly number[]): Promise<ReadonlySet<number>> {
    const seen = new Set(await this.#allowed(userId, others))
    return others.includes(userId) ? seen.add(userId) : seen
  }

  /** @throws E_MEMBER alike for who is out of reach and for who blocks them: that is not theirs to know */
  async assertMayBring(by: number, userIds: readonly number[]): Promise<void> {
    const allowed = await this.among(by, userIds)
    if (userIds.some((userId) => !allowed.has(userId))) throw new refusals.E_MEMBER()
  }

  /** Those of `others` that `userId` may write to, as of now. */
  async among(userId: number, others: readonly number[]): Promise<ReadonlySet<number>> {
    const ruled = await this.rule.among(userId, others)
    const blocks = db.from('contact_blocks').where('blocked_id', userId)
    const blocking = await blocks.whereIn('user_id', [...ruled]).select('user_id')
    return ruled.difference(new Set(blocking.map((row) => Number(row.user_id))))
  }

  forget(): void {
    this.#changes++
    this.#cached.clear()
  }

  async #allowed(userId: number, others: readonly number[]): Promise<ReadonlySet<number>> {
    const known = new Map(others.map((other) => [other, this.#cached.get(`${userId} ${other}`)]))
    const allowed = new Set(others.filter((other) => known.get(other)))
    const asked = others.filter((other) => known.get(other) === undefined)
    if (asked.length > 0) for (const other of await this.#ask(userId, asked)) allowed.add(other)
    return allowed
  }

  async #ask(userId: number, others: readonly number[]): Promise<ReadonlySet<number>> {
    const before = this.#changes
    const allowed = await this.among(userId, others)
    if (this.#changes !== before) return allowed
    for (const other of others) this.#cached.set(`${userId} ${other}`, allowed.has(other))
    return allowed
  }
}
