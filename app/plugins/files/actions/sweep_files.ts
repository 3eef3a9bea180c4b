import { inject } from '@adonisjs/core'
import { isConstraintConflict, toStored } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import { clock, Locks } from '#kernel/state/main'
import { FileHolders } from '../file_holders.js'
import StoredBlob from '../models/stored_blob.js'
import StoredFile from '../models/stored_file.js'
import { OwnStorage } from '../storage/own_storage.js'
import { Storage } from '../storage/storage.js'
import { Strays, type SweptStrays } from '../storage/strays.js'
import { TemporaryFiles } from '../storage/temporary_files.js'

export interface Swept {
  /** Rows that their holder no longer refers to. */
  files: number
  /** Contents that no file has. */
  blobs: number
  /** Objects in the storage of which no row knows. */
  strays: SweptStrays
  /** Left behind by uploads that did not end. */
  temporary: number
}

const BATCH = 200
const LOCK = { ttlMs: 3_600_000, waitMs: 0 }

/**
 * Removes what nobody refers to and what is older than the grace. The database decides: a row of contents is only
 * deleted where no file refers to it, and its object only after that, under a key no other row will ever have. So
 * an upload of the same contents that comes in between keeps its own.
 */
@inject()
export class SweepFiles {
  constructor(
    private readonly holders: FileHolders,
    private readonly storage: Storage,
    private readonly own: OwnStorage,
    private readonly strays: Strays,
    private readonly temporary: TemporaryFiles,
    private readonly locks: Locks
  ) {}

  /** @throws E_STORAGE_NOT_OWN, E_LOCK_BUSY, E_UNAVAILABLE */
  async handle(graceMs: number, { evenManyStrays = false } = {}): Promise<Swept> {
    await this.own.assertNotForeign()
    const before = clock.now() - graceMs
    // What the storage stamps, it stamps by the clock of its machine.
    const writtenBefore = clock.machine() - graceMs
    return this.locks.run('files:sweep', LOCK, () =>
      actAsSystem('sweep files that nobody refers to', async () => {
        const files = await attempt(() => this.#sweepFiles(before))
        const blobs = await attempt(() => this.#sweepBlobs(before))
        const which = evenManyStrays ? 'sweepAll' : 'sweep'
        const strays = await attempt(() => this.strays[which](graceMs))
        const temporary = await attempt(() => this.temporary.removeOlderThan(writtenBefore))
        assertDone([files, blobs, strays, temporary])
        return {
          files: valueOf(files),
          blobs: valueOf(blobs),
          strays: valueOf(strays),
          temporary: valueOf(temporary),
        }
      })
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
        if (!referenced.has(file.id) && (await this.#unlessReferred(() => file.delete()))) swept++
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
      for (const blob of unused) {
        if (!(await this.#forget(blob, before))) continue
        await this.storage.delete(blob.storageKey)
        swept++
      }
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

  /** Only if nobody touched it since, and the foreign key agrees that no file refers to it. */
  #forget({ id }: StoredBlob, before: number): Promise<boolean> {
    return this.#unlessReferred(async () => {
      const query = StoredBlob.query().where('id', id).where('touchedAt', '<', toStored(before))
      const [deleted] = (await query.delete()) as unknown as [number]
      return Number(deleted) > 0
    })
  }

  async #unlessReferred(work: () => Promise<unknown>): Promise<boolean> {
    try {
      return (await work()) !== false
    } catch (error) {
      if (isConstraintConflict(error)) return false
      throw error
    }
  }
}

/** What one step cannot do keeps none of the others from being done. */
async function attempt<Result>(step: () => Promise<Result>) {
  const [outcome] = await Promise.allSettled([step()])
  return outcome
}

function assertDone(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  const faults = outcomes.filter((outcome) => outcome.status === 'rejected')
  if (faults.length < 2) return
  const reasons = faults.map(({ reason }) => reason as unknown)
  throw new AggregateError(reasons, 'Several steps of the sweep failed')
}

function valueOf<Result>(outcome: PromiseSettledResult<Result>): Result {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
