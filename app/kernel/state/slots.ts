import { randomUUID } from 'node:crypto'
import type { Logger } from '@adonisjs/core/logger'
import type { StateStore } from './state_store.js'

/** What a node that died held is free after this long; a node that lives says so in between. */
const HELD_MS = 60_000
const RENEW_MS = 20_000

/** Gives the slot back; calling it again does nothing. */
export type Release = () => Promise<void>

/**
 * How many of something are under way at a time, by key, over all nodes. While the shared store is lost, those of this
 * node count alone.
 */
export class Slots {
  readonly #node = randomUUID()
  #taken = 0
  readonly #held = new Map<string, Set<string>>()
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly store: StateStore,
    private readonly logger: Logger
  ) {}

  /** `null` where `most` are taken. Two nodes that ask for the last one in the same instant may both be refused. */
  async take(key: string, most: number): Promise<Release | null> {
    const slot = `${this.#node} ${++this.#taken}`
    const beforeOnNode = this.#hold(key, slot)
    const release = this.#releaseOf(key, slot)
    if (beforeOnNode + (await this.#elsewhere(key, slot)) < most) return release
    await release()
    return null
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** How many other nodes hold; none while the shared store cannot be asked. */
  async #elsewhere(key: string, slot: string): Promise<number> {
    try {
      await this.store.addMember(nameOf(key), slot, HELD_MS)
      const slots = await this.store.members(nameOf(key))
      return slots.filter((other) => !other.startsWith(this.#node)).length
    } catch (error) {
      this.logger.debug({ err: error }, 'slots are counted on this node alone')
      return 0
    }
  }

  /** Returns how many this node held before. */
  #hold(key: string, slot: string): number {
    const own = this.#held.get(key) ?? new Set()
    this.#held.set(key, own.add(slot))
    this.#timer ??= setInterval(() => void this.#renew(), RENEW_MS).unref()
    return own.size - 1
  }

  #releaseOf(key: string, slot: string): Release {
    return async () => {
      const own = this.#held.get(key)
      if (!own?.delete(slot)) return
      if (own.size === 0) this.#held.delete(key)
      if (this.#held.size === 0) this.stop()
      await this.#attempt(() => this.store.removeMember(nameOf(key), slot))
    }
  }

  async #renew(): Promise<void> {
    for (const [key, own] of this.#held)
      for (const slot of own)
        await this.#attempt(() => this.store.addMember(nameOf(key), slot, HELD_MS))
  }

  /** What could not be said ends by itself. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.logger.debug({ err: error }, 'slots could not be shared')
    }
  }
}

const nameOf = (key: string) => `slots:${key}`
