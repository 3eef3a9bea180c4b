import { randomUUID } from 'node:crypto'
import type { Logger } from '@adonisjs/core/logger'
import { clock } from './clock.js'
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

  /** `null` where `most` are taken. Two nodes that take the last one in the same instant may both have it. */
  async take(key: string, most: number): Promise<Release | null> {
    const slot = this.#name()
    const own = this.#hold(key, slot)
    const before = (await this.#placeOf(key, slot)) ?? own.size - 1
    const release = this.#releaseOf(key, slot)
    if (before < most) return release
    await release()
    return null
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** In the order of names slots were taken. */
  #name(): string {
    this.#taken += 1
    const [moment, place] = [Math.floor(clock.now()), this.#taken]
    return `${String(moment).padStart(15, '0')} ${String(place).padStart(12, '0')} ${this.#node}`
  }

  /** How many took one before; `null` while the shared store cannot be asked. */
  async #placeOf(key: string, slot: string): Promise<number | null> {
    try {
      await this.store.addMember(nameOf(key), slot, HELD_MS)
      const slots = await this.store.members(nameOf(key))
      return slots.filter((other) => other < slot).length
    } catch (error) {
      this.logger.debug({ err: error }, 'slots are counted on this node alone')
      return null
    }
  }

  #hold(key: string, slot: string): Set<string> {
    const own = this.#held.get(key) ?? new Set()
    this.#held.set(key, own.add(slot))
    this.#timer ??= setInterval(() => void this.#renew(), RENEW_MS).unref()
    return own
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
