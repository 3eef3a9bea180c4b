import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { currentActing } from '#kernel/acting/main'
import { assignOwnership, type Ownership } from '#kernel/data_scope/main'
import { isConstraintConflict, toStored } from '#kernel/database/main'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import type { FileKind } from './inspection/file_kinds.js'
import { safeName } from './inspection/safe_name.js'
import StoredBlob from './models/stored_blob.js'
import StoredFile from './models/stored_file.js'
import { E_CONTENT_MISSING } from './errors.js'
import type { ByteRange } from './storage/byte_range.js'
import { Storage } from './storage/storage.js'
import type { TemporaryFile } from './storage/temporary_files.js'
import { StorageQuota } from './upload/storage_quota.js'
import type { Upload } from './upload/upload_receiver.js'

export interface FileDescription extends FileKind {
  name: string
  /** Name of the plugin that will refer to it; without one the file stands by itself. */
  holder?: string
  /** Whose it is, where that is not whoever acts; the quota does not limit it then. */
  ownership?: Ownership
}

const ATTEMPTS = 5

/**
 * Keeps contents once per SHA-256, and files as rows that refer to them. `keep` puts the contents into the storage and
 * may take long; `record` adds the row, in a transaction of the caller's. A process that is killed in between leaves
 * contents that no file refers to, and the sweep removes them.
 */
@inject()
export class FileStore {
  constructor(
    private readonly storage: Storage,
    private readonly quota: StorageQuota,
    private readonly logger: Logger
  ) {}

  /** A file that stands by itself, until somebody deletes it. @throws E_STORAGE_FULL, E_UNAVAILABLE */
  async add({ name, extension, mimeType, ...file }: Upload): Promise<StoredFile> {
    return this.record(await this.keep(file), { name, extension, mimeType })
  }

  /** @throws E_UNAVAILABLE when the storage is full or out of reach */
  async keep({
    sha256,
    size,
    path,
  }: Pick<TemporaryFile, 'sha256' | 'size' | 'path'>): Promise<StoredBlob> {
    const blob = await this.#claim(sha256, size)
    const { storageKey } = blob
    if (!(await this.storage.holds(storageKey, size))) await this.storage.put(storageKey, path)
    return blob
  }

  /**
   * @param trx in which nothing was read yet, where somebody stores a file of their own
   * @throws E_STORAGE_FULL where it goes beyond the quota of whoever acts
   */
  async record(
    blob: Pick<StoredBlob, 'id' | 'sha256' | 'size'>,
    description: FileDescription,
    trx?: TransactionClientContract
  ): Promise<StoredFile> {
    if (!trx) return db.transaction((own) => this.record(blob, description, own))
    const { name, extension, mimeType, holder, ownership } = description
    const { id: blobId, sha256, size } = blob
    const acting = currentActing()
    if (acting.kind === 'operator' && !ownership)
      await this.quota.assertFits(acting.operator.id, size, trx)
    const file = new StoredFile().useTransaction(trx)
    file.merge({ blobId, sha256, size, extension, mimeType, holder: holder ?? null })
    file.originalName = safeName(name)
    if (ownership) owned(file, ownership)
    return file.save()
  }

  /** Another file with the same contents, for another purpose. @throws E_STORAGE_FULL */
  async copy(
    { blobId, sha256, size, extension, mimeType }: StoredFile,
    description: Omit<FileDescription, keyof FileKind>,
    trx?: TransactionClientContract
  ): Promise<StoredFile> {
    const blob = { id: blobId, sha256, size }
    return this.record(blob, { extension, mimeType, ...description }, trx)
  }

  /** @throws E_CONTENT_MISSING, E_UNAVAILABLE */
  async open(file: StoredFile, range?: ByteRange): Promise<Readable> {
    const { storageKey, size } = await StoredBlob.findOrFail(file.blobId)
    try {
      return await this.storage.open(storageKey, size, range)
    } catch (error) {
      if (error instanceof E_CONTENT_MISSING) this.#logMissing(file)
      throw error
    }
  }

  /** As `open`, where nothing is read. @throws E_CONTENT_MISSING, E_UNAVAILABLE */
  async assertThere(file: StoredFile): Promise<void> {
    if (!(await this.missing([file])).has(file.id)) return
    this.#logMissing(file)
    throw new E_CONTENT_MISSING()
  }

  /** Ids of those of the files whose contents are not in the storage, or not whole. @throws E_UNAVAILABLE */
  async missing(files: readonly StoredFile[]): Promise<Set<number>> {
    const blobs = await StoredBlob.findMany([...new Set(files.map(({ blobId }) => blobId))])
    const answers = blobs.map(async ({ id, storageKey, size }) =>
      (await this.storage.holds(storageKey, size)) ? id : null
    )
    const there = new Set(await Promise.all(answers))
    return new Set(files.filter(({ blobId }) => !there.has(blobId)).map(({ id }) => id))
  }

  #logMissing({ id: fileId }: StoredFile): void {
    this.logger.error({ fileId }, 'the content of a file is missing: restore it from a backup')
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
    const touchedAt = DateTime.fromMillis(clock.now())
    try {
      return await StoredBlob.create({ sha256, size, storageKey, touchedAt })
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
