import { randomUUID } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { E_STORAGE_NOT_OWN } from '../errors.js'
import StorageMark from '../models/storage_mark.js'
import StoredBlob from '../models/stored_blob.js'
import StoredFile from '../models/stored_file.js'
import type { Storage } from './storage.js'

/** How many of the oldest contents are looked for, and of the newest. */
const LOOKED_FOR = 20
const LOOKED_FOR_AT_ONCE = 10

/** Of the contents that were looked for. */
export interface Found {
  there: number
  of: number
}

/**
 * Tells the storage of this database from any other, by a mark in it that the database knows. The first storage gets
 * it: one in which nothing lies while the database names nothing, or, of an installation that knew no marks, the one
 * in which its files are.
 */
export class OwnStorage {
  constructor(
    private readonly storage: Storage,
    /** What people call it. */
    private readonly place: string
  ) {}

  /**
   * Before anything is kept in it, each time: a mount goes away, and a bucket is emptied, while the service runs. Gives
   * it the mark where no storage has it yet and this is the one.
   *
   * @throws E_STORAGE_NOT_OWN; E_UNAVAILABLE when it is away
   */
  async assertOwn(): Promise<void> {
    const isPlaced = await this.assertNotForeign()
    if (!isPlaced) await this.#place()
  }

  /**
   * @returns whether it carries the mark; where no storage does yet, this one may as well be another one's
   * @throws E_STORAGE_NOT_OWN; E_UNAVAILABLE when it is away
   */
  async assertNotForeign(trx?: TransactionClientContract): Promise<boolean> {
    const { mark, placedAt } = await StorageMark.query({ client: trx }).firstOrFail()
    const found = await this.storage.readMark()
    if (found !== null && found !== mark)
      throw this.#notOwn('carries the mark of another installation')
    if (found === null && placedAt !== null)
      throw this.#notOwn("does not carry this installation's mark")
    return placedAt !== null
  }

  /** On purpose, whatever lies in it. Another storage that has been this installation's is so no more. */
  async adopt(): Promise<Found> {
    return db.transaction(async (trx) => {
      const row = await StorageMark.query({ client: trx }).forUpdate().firstOrFail()
      row.mark = randomUUID()
      await this.#mark(row)
      return this.#lookAround(trx)
    })
  }

  /** One node at a time: who comes second finds it placed. */
  #place(): Promise<void> {
    return db.transaction(async (trx) => {
      const row = await StorageMark.query({ client: trx }).forUpdate().firstOrFail()
      if (await this.assertNotForeign(trx)) return
      if ((await this.storage.readMark()) === null) await this.#assertMayBeFirst(trx)
      await this.#mark(row)
    })
  }

  async #assertMayBeFirst(trx: TransactionClientContract): Promise<void> {
    const { there, of } = await this.#lookAround(trx)
    if (of === 0 && !(await this.storage.isEmpty()))
      throw this.#notOwn('holds files, and the database names none')
    if (there < of / 2)
      throw this.#notOwn(`lacks files that the database names (${of - there} of ${of} looked for)`)
  }

  async #mark(row: StorageMark): Promise<void> {
    await this.storage.writeMark(row.mark)
    row.placedAt = DateTime.fromMillis(clock.now())
    await row.save()
  }

  async #lookAround(trx: TransactionClientContract): Promise<Found> {
    const keys = await actAsSystem('look for contents in the storage', () => keysOfSome(trx))
    let there = 0
    for (let from = 0; from < keys.length; from += LOOKED_FOR_AT_ONCE) {
      const some = keys.slice(from, from + LOOKED_FOR_AT_ONCE)
      const found = await Promise.all(some.map((key) => this.storage.exists(key)))
      there += found.filter(Boolean).length
    }
    return { there, of: keys.length }
  }

  #notOwn(fault: string) {
    return new E_STORAGE_NOT_OWN(`The storage of files in ${this.place} ${fault}`, {
      remedy: this.storage.isFolder
        ? 'mount the own one, or set STORAGE_ROOT to it'
        : 'set S3_BUCKET and S3_ENDPOINT to the own one',
    })
  }
}

/** Contents to which files refer: what was claimed and never kept is not missed. */
async function keysOfSome(trx: TransactionClientContract): Promise<string[]> {
  const keys = new Set<string>()
  for (const direction of ['asc', 'desc'] as const) {
    const blobs = await StoredBlob.query({ client: trx })
      .whereIn('id', StoredFile.query({ client: trx }).select('blobId'))
      .orderBy('id', direction)
      .limit(LOOKED_FOR)
    for (const { storageKey } of blobs) keys.add(storageKey)
  }
  return [...keys]
}
