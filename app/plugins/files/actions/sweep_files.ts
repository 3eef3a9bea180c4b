import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { isConstraintConflict, toStored } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import { clock, Locks } from '#kernel/state/main'
import { FileHolders } from '../file_holders.js'
import StoredBlob from '../models/stored_blob.js'
import StoredFile from '../models/stored_file.js'
import { Storage } from '../storage/storage.js'
import { TemporaryFiles } from '../storage/temporary_files.js'

export interface Swept {
  /** Left behind by uploads that did not end. */
  temporary: number
  /** Rows that their holder no longer refers to. */
  files: number
  /** Contents that no file has. */
  blobs: number
}

const BATCH = 200
const LOCK = { ttlMs: 3_600_000, waitMs: 0 }

/** Removes what nobody refers to and what is older than the grace. What the database does not name is left alone. */
@inject()
export class SweepFiles {
  constructor(
    private readonly holders: FileHolders,
    private readonly storage: Storage,
    private readonly temporary: TemporaryFiles,
    private readonly locks: Locks
  ) {}

  /** @throws E_LOCK_BUSY, E_UNAVAILABLE */
  async handle(graceMs: number): Promise<Swept> {
    const before = clock.now() - graceMs
    // The machine that writes a file stamps it by its own clock.
    const writtenBefore = clock.machine() - graceMs
    return this.locks.run('files:sweep', LOCK, () =>
      actAsSystem('sweep files that nobody refers to', async () => ({
        temporary: await this.temporary.removeOlderThan(writtenBefore),
        files: await this.#sweepFiles(before),
        blobs: await this.#sweepBlobs(before),
      }))
    )
  }

  async #sweepFiles(before: number): Promise<number> {
    let swept = 0
    let last = 0
    for (;;) {
      const held = await this.#heldAfter(last, before)
      if (held.length === 0) return swept
      last = held.at(-1)!.id
      const known = held.filter((file) => this.holders.knows(file.holder!))
      const referenced = await this.holders.referenced(known.map(({ id }) => id))
      for (const file of known) {
        if (!referenced.has(file.id) && (await unlessReferred(() => file.delete()))) swept++
      }
    }
  }

  #heldAfter(last: number, before: number): Promise<StoredFile[]> {
    return StoredFile.query()
      .whereNotNull('holder')
      .where('createdAt', '<', toStored(before))
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
  }

  async #sweepBlobs(before: number): Promise<number> {
    let swept = 0
    let last = 0
    for (;;) {
      const unused = await this.#unusedAfter(last, before)
      if (unused.length === 0) return swept
      last = unused.at(-1)!.id
      for (const blob of unused) if (await unlessReferred(() => this.#remove(blob, before))) swept++
    }
  }

  #unusedAfter(last: number, before: number): Promise<StoredBlob[]> {
    const used = StoredFile.query().whereColumn('blobId', 'stored_blobs.id').select('id')
    return StoredBlob.query()
      .where('touchedAt', '<', toStored(before))
      .where('id', '>', last)
      .whereNotExists(used)
      .orderBy('id')
      .limit(BATCH)
  }

  /**
   * The row goes only if nobody touched it since and the foreign key agrees; whoever uploads the same contents meanwhile waits.
   * Killed before the commit, a row is left whose object the next upload puts back.
   *
   * @returns `false` where it was touched
   */
  #remove({ id, storageKey }: StoredBlob, before: number): Promise<boolean> {
    return db.transaction(async (trx) => {
      const query = StoredBlob.query({ client: trx }).where('id', id)
      const [deleted] = (await query
        .where('touchedAt', '<', toStored(before))
        .delete()) as unknown as [number]
      if (Number(deleted) === 0) return false
      await this.storage.delete(storageKey)
      return true
    })
  }
}

/** `false` where a row refers to it after all. */
async function unlessReferred(work: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await work()) !== false
  } catch (error) {
    if (isConstraintConflict(error)) return false
    throw error
  }
}
