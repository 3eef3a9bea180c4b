import { randomUUID } from 'node:crypto'
import { MemoryStore } from './memory/memory_store.js'
import type { StateStore } from './state_store.js'

/** A slot that was never released, as by a node that was killed, is free after this time. */
const LONGEST_MS = 3_600_000

/** Releases the slot; calling it again does nothing. */
export type Release = () => Promise<void>

/** Limits how many operations run at a time, by key, over all nodes; on this node alone while the shared store is lost. */
export class Slots {
  readonly #own = new MemoryStore()

  constructor(private readonly store: StateStore) {}

  /** `null` where `most` slots are taken. */
  async take(key: string, most: number): Promise<Release | null> {
    return this.#takeFrom(this.store, key, most).catch(() => this.#takeFrom(this.#own, key, most))
  }

  async #takeFrom(store: StateStore, key: string, most: number): Promise<Release | null> {
    const [name, slot] = [`slots:${key}`, randomUUID()]
    if (!(await store.addMember(name, slot, LONGEST_MS, most))) return null
    return () => store.removeMember(name, slot).catch(() => undefined)
  }
}
