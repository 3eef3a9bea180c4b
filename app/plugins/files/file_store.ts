import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { assignOwnership, type Ownership } from '#kernel/data_scope/main'
import { isConstraintConflict, toStored } from '#kernel/database/main'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import { DateTime } from 'luxon'
import type { FileKind } from './inspection/file_kinds.js'
import { safeName } from './inspection/safe_name.js'
import StoredBlob from './models/stored_blob.js'
import StoredFile from './models/stored_file.js'
import { E_CONTENT_MISSING } from './errors.js'
import type { ByteRange } from './storage/byte_range.js'
import { MissingContents } from './storage/missing_contents.js'
import { OwnStorage } from './storage/own_storage.js'
import { Storage } from './storage/storage.js'
import type { TemporaryFile } from './storage/temporary_files.js'

export interface FileDescription extends FileKind {
  name: string
  /** Name of the plugin that will refer to it; without one the file stands by itself. */
  holder?: string
  /** Whose it is, where that is not whoever acts. */
  ownership?: Ownership
}

const ATTEMPTS = 5
const LOOKED_FOR_AT_ONCE = 20

/**
 * Keeps contents once per SHA-256, and files as rows that refer to them. Keeping goes in two steps: `keep` puts the
 * contents into the storage and may take long; `record` adds the row, in a transaction of the caller's. Stopped in
 * between, nothing is left but contents that the sweep finds.
 */
@inject()
export class FileStore {
  constructor(
    private readonly storage: Storage,
    private readonly own: OwnStorage,
    private readonly missingContents: MissingContents
  ) {}

  /** @throws E_UNAVAILABLE when the storage is full or away; E_STORAGE_NOT_OWN, 503 as well, when it is another */
  async keep({
    sha256,
    size,
    path,
  }: Pick<TemporaryFile, 'sha256' | 'size' | 'path'>): Promise<StoredBlob> {
    await this.own.assertOwn()
    const blob = await this.#claim(sha256, size)
    const { storageKey } = blob
    if (!(await this.storage.holds(storageKey, size))) await this.storage.put(storageKey, path)
    return blob
  }

  async record(
    blob: Pick<StoredBlob, 'id' | 'sha256' | 'size'>,
    { name, extension, mimeType, holder, ownership }: FileDescription,
    trx?: TransactionClientContract
  ): Promise<StoredFile> {
    const file = new StoredFile()
    const { id: blobId, sha256, size } = blob
    file.merge({ blobId, sha256, size, extension, mimeType, holder: holder ?? null })
    file.originalName = safeName(name)
    if (ownership) owned(file, ownership)
    if (trx) file.useTransaction(trx)
    return file.save()
  }

  /** Another file with the same contents, for another purpose. */
  async copy(
    { blobId, sha256, size, extension, mimeType }: StoredFile,
    description: Omit<FileDescription, keyof FileKind>,
    trx?: TransactionClientContract
  ): Promise<StoredFile> {
    const blob = { id: blobId, sha256, size }
    return this.record(blob, { extension, mimeType, ...description }, trx)
  }

  /** @throws E_CONTENT_MISSING; E_UNAVAILABLE and E_STORAGE_NOT_OWN, 503 both */
  async open(file: StoredFile, range?: ByteRange): Promise<Readable> {
    const { storageKey, size } = await StoredBlob.findOrFail(file.blobId)
    try {
      return await this.storage.open(storageKey, range, size)
    } catch (error) {
      if (error instanceof E_CONTENT_MISSING) await this.#noteMissing(file)
      throw error
    }
  }

  /** As `open` says it, where nothing is read. @throws E_CONTENT_MISSING; E_UNAVAILABLE and E_STORAGE_NOT_OWN, 503 both */
  async assertThere(file: StoredFile): Promise<void> {
    if (!(await this.missing([file])).has(file.id)) return
    this.missingContents.note(file.id)
    throw new E_CONTENT_MISSING()
  }

  /** What is not in a storage of others is not missing. */
  async #noteMissing(file: StoredFile): Promise<void> {
    await this.own.assertOwn()
    this.missingContents.note(file.id)
  }

  /**
   * Ids of those of the files whose contents are not in the storage, or not whole.
   *
   * @throws E_UNAVAILABLE; E_STORAGE_NOT_OWN, 503 as well
   */
  async missing(files: readonly StoredFile[]): Promise<Set<number>> {
    await this.own.assertOwn()
    const missing = new Set<number>()
    for (let from = 0; from < files.length; from += LOOKED_FOR_AT_ONCE) {
      const some = files.slice(from, from + LOOKED_FOR_AT_ONCE)
      const blobs = await StoredBlob.query().whereIn(
        'id',
        some.map(({ blobId }) => blobId)
      )
      const there = await Promise.all(
        blobs.map(async ({ id, storageKey, size }) => {
          return (await this.storage.holds(storageKey, size)) ? id : 0
        })
      )
      for (const { id, blobId } of some) if (!there.includes(blobId)) missing.add(id)
    }
    return missing
  }

  /** The contents' row, touched so that no sweep takes it before somebody refers to it. */
  async #claim(sha256: string, size: number): Promise<StoredBlob> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const touched = await StoredBlob.query()
        .where('sha256', sha256)
        .update({ touchedAt: toStored(clock.now()) })
      const known = Number(touched) > 0 ? await StoredBlob.findBy('sha256', sha256) : null
      const blob = known ?? (await this.#create(sha256, size))
      if (blob) return blob
    }
    throw new E_UNAVAILABLE()
  }

  /** `null` when somebody else was faster. */
  async #create(sha256: string, size: number): Promise<StoredBlob | null> {
    const storageKey = this.storage.keyFor(sha256, randomUUID().slice(0, 8))
    try {
      return await StoredBlob.create({
        sha256,
        size,
        storageKey,
        touchedAt: DateTime.fromMillis(clock.now()),
      })
    } catch (error) {
      if (isConstraintConflict(error)) return null
      throw error
    }
  }
}

/** As the system, ownership is plain data; an operator must say that they assign it. */
function owned(file: StoredFile, ownership: Ownership): void {
  assignOwnership(file, ownership)
  file.ownerId = ownership.owner ?? null
  file.departmentId = ownership.department ?? null
}
