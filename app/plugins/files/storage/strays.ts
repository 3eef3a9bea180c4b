import { inject } from '@adonisjs/core'
import type { Logger } from '@adonisjs/core/logger'
import logger from '@adonisjs/core/services/logger'
import { clock } from '#kernel/state/main'
import StoredBlob from '../models/stored_blob.js'
import { Storage, type StoredObject } from './storage.js'

export interface SweptStrays {
  removed: number
  /** Left where they are, since there are too many of them; 0 where there were few. */
  left: number
  /** Objects that the database names. */
  named: number
}

/** How long an object of which no row knows is kept. */
export const STRAY_DAYS = 30
const DAY_MS = 24 * 3_600_000
const BATCH = 200
/** From this part of the named objects on, strays are no leftovers: the database is not the storage's own. */
const TOO_MANY = 1 / 10

/**
 * Objects in the storage of which no row knows. Leftovers of a crash are rare. Where they are many, the database is
 * another one's, was lost, or is older than the storage, which then holds the only copies of what people wrote.
 */
@inject()
export class Strays {
  readonly #logger: Logger = logger

  constructor(private readonly storage: Storage) {}

  /** Those older than the grace and than `STRAY_DAYS`, and only while they are few. */
  async sweep(graceMs: number): Promise<SweptStrays> {
    const { strays, named } = await this.#count(graceMs)
    if (strays === 0) return { removed: 0, left: 0, named }
    if (strays >= named * TOO_MANY) return { removed: 0, left: strays, named }
    const removed = await this.#remove(Math.max(graceMs, STRAY_DAYS * DAY_MS))
    return { removed, left: 0, named }
  }

  /** All that are older than the grace, however many: for those who know that they are left over. */
  async sweepAll(graceMs: number): Promise<SweptStrays> {
    const { named } = await this.#count(graceMs)
    return { removed: await this.#remove(graceMs), left: 0, named }
  }

  async #count(graceMs: number): Promise<{ strays: number; named: number }> {
    const before = clock.machine() - graceMs
    let [strays, named] = [0, 0]
    for await (const { unnamed, objects } of this.#batches()) {
      named += objects - unnamed.length
      strays += unnamed.filter(({ modifiedAt }) => modifiedAt < before).length
    }
    return { strays, named }
  }

  async #remove(olderThanMs: number): Promise<number> {
    // What the storage stamps, it stamps by the clock of its machine.
    const before = clock.machine() - olderThanMs
    let removed = 0
    for await (const { unnamed } of this.#batches()) {
      for (const { key, modifiedAt } of unnamed) {
        if (modifiedAt >= before) continue
        await this.storage.delete(key)
        this.#logger.info({ key }, 'removed an object of which no row knows')
        removed++
      }
    }
    return removed
  }

  async *#batches(): AsyncGenerator<{ unnamed: StoredObject[]; objects: number }> {
    let batch: StoredObject[] = []
    for await (const object of this.storage.objects()) {
      batch.push(object)
      if (batch.length < BATCH) continue
      yield { unnamed: await this.#unnamed(batch), objects: batch.length }
      batch = []
    }
    if (batch.length > 0) yield { unnamed: await this.#unnamed(batch), objects: batch.length }
  }

  async #unnamed(objects: readonly StoredObject[]): Promise<StoredObject[]> {
    const keys = objects.map(({ key }) => key)
    const rows = await StoredBlob.query().select('storageKey').whereIn('storageKey', keys)
    const named = new Set(rows.map(({ storageKey }) => storageKey))
    return objects.filter(({ key }) => !named.has(key))
  }
}
