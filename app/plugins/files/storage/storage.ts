import type { Readable } from 'node:stream'
import type { Disk, DriveFile } from 'flydrive'
import { clock } from '#kernel/state/main'
import { E_CONTENT_MISSING } from '../errors.js'
import { StorageAway } from './storage_away.js'
import type { ByteRange, RangedDriver } from './byte_range.js'

export interface StoredObject {
  key: string
  modifiedAt: number
}

const ROOT = 'blobs'
/** Beside the contents, where no sweep looks. */
const MARK = 'storage-mark'

/** Writing into a bucket costs money. */
const WRITING_GOOD_FOR_MS = 60_000

/** Where contents lie. Keys are made here and never by a client. */
export class Storage {
  /** Whether somebody who waits for it is not answered: each further one would take a thread. */
  hangs = false
  /** When something was written last, and nothing has been refused since. */
  #wroteAt: number | null = null

  constructor(private readonly disk: Disk) {}

  keyFor(sha256: string, incarnation: string): string {
    return `${ROOT}/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}-${incarnation}`
  }

  /** Whether it is a folder of this machine. */
  get isFolder(): boolean {
    return this.#driver.isFolder
  }

  /**
   * Whether a bucket takes anything is known for a minute from what was written last.
   *
   * @param anew also where it is known
   * @throws E_UNAVAILABLE when nothing can be written
   */
  async probe({ anew = false } = {}): Promise<void> {
    if (!anew && this.#takes()) return
    await this.#write(async () => this.#driver.probe?.())
  }

  #takes(): boolean {
    if (this.isFolder || this.#wroteAt === null) return false
    return Math.abs(clock.elapsed() - this.#wroteAt) < WRITING_GOOD_FOR_MS
  }

  /** What names the installation that it belongs to; `null` where nothing does. */
  async readMark(): Promise<string | null> {
    try {
      return (await this.#unlessAway(() => this.disk.get(MARK))).trim()
    } catch (error) {
      if (await this.exists(MARK)) throw new StorageAway(undefined, { cause: error })
      return null
    }
  }

  writeMark(mark: string): Promise<void> {
    return this.#write(() => this.disk.put(MARK, `${mark}\n`))
  }

  /** Whether no contents lie in it. */
  async isEmpty(): Promise<boolean> {
    const { objects } = await this.#unlessAway(() => this.disk.listAll(ROOT, { recursive: true }))
    return [...objects].length === 0
  }

  exists(key: string): Promise<boolean> {
    return this.#unlessAway(() => this.disk.exists(key))
  }

  /** Whether it is there whole: a restore, or a disk, may have left a part of it. */
  async holds(key: string, size: number): Promise<boolean> {
    return (await this.#sizeOf(key)) === size
  }

  /** @throws E_UNAVAILABLE when the storage is full or away */
  put(key: string, path: string): Promise<void> {
    const { putFile } = this.#driver
    if (!putFile) return this.#write(() => this.disk.copyFromFs(path, key))
    return this.#write(() => putFile.call(this.#driver, key, path))
  }

  /**
   * @param size in bytes, of the whole; where it is left out, any will do
   * @throws E_CONTENT_MISSING when it is not there, or of another size; E_UNAVAILABLE when the storage is away
   */
  async open(key: string, range?: ByteRange, size?: number): Promise<Readable> {
    const there = size === undefined ? this.exists(key) : this.holds(key, size)
    if (!(await there)) throw new E_CONTENT_MISSING()
    return this.#unlessAway(() => {
      if (!range) return this.disk.getStream(key)
      return this.#driver.getRange(key, range)
    })
  }

  delete(key: string): Promise<void> {
    return this.#unlessAway(() => this.disk.delete(key))
  }

  /** Every object, page by page. */
  async *objects(): AsyncGenerator<StoredObject> {
    let paginationToken: string | undefined
    do {
      const page = await this.disk.listAll(ROOT, { recursive: true, paginationToken })
      for (const object of page.objects) {
        if (object.isDirectory) continue
        const modifiedAt = await this.#modifiedAt(object)
        if (modifiedAt !== null) yield { key: object.key, modifiedAt }
      }
      paginationToken = page.paginationToken
    } while (paginationToken)
  }

  /** `null` when it went away since it was listed, as an unfinished one does when it is finished. */
  async #modifiedAt(object: DriveFile): Promise<number | null> {
    try {
      return (await object.getMetaData()).lastModified.getTime()
    } catch (error) {
      if (await this.exists(object.key)) throw error
      return null
    }
  }

  /** In bytes; `null` when it is not there. */
  async #sizeOf(key: string): Promise<number | null> {
    try {
      return (await this.disk.getMetaData(key)).contentLength
    } catch (error) {
      if (isNotThere(error)) return null
      throw new StorageAway(undefined, { cause: error })
    }
  }

  async #write(work: () => Promise<void>): Promise<void> {
    this.#wroteAt = null
    await this.#unlessAway(work)
    this.#wroteAt = clock.elapsed()
  }

  get #driver(): RangedDriver {
    return this.disk.driver as unknown as RangedDriver
  }

  async #unlessAway<T>(work: () => Promise<T>): Promise<T> {
    if (this.hangs) throw new StorageAway()
    try {
      return await work()
    } catch (error) {
      throw new StorageAway(undefined, { cause: error })
    }
  }
}

/** As folders and buckets say it. */
function isNotThere(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string; $metadata?: { httpStatusCode?: number } } }
  return cause?.code === 'ENOENT' || cause?.$metadata?.httpStatusCode === 404
}
