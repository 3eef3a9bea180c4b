import type { Readable } from 'node:stream'
import type { Disk } from 'flydrive'
import { E_CONTENT_MISSING } from '../errors.js'
import type { ByteRange } from './byte_range.js'
import type { FileDriver } from './file_driver.js'
import { StorageUnavailable, unlessUnavailable } from './storage_unavailable.js'

const ROOT = 'blobs'

/** Where contents lie. Keys are made here and never by a client. */
export class Storage {
  constructor(private readonly disk: Disk) {}

  /** @param incarnation tells it from other contents that once had the same hash */
  keyFor(sha256: string, incarnation: string): string {
    return `${ROOT}/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}-${incarnation}`
  }

  /** @throws E_UNAVAILABLE where the storage cannot be used */
  check(): Promise<void> {
    return unlessUnavailable(this.#driver.check())
  }

  /** Whether it is there whole: a restore, or a disk, may have left a part of it. @throws E_UNAVAILABLE */
  async holds(key: string, size: number): Promise<boolean> {
    try {
      return (await this.disk.getMetaData(key)).contentLength === size
    } catch (error) {
      if (isNotThere(error)) return false
      throw new StorageUnavailable(error)
    }
  }

  /** @throws E_UNAVAILABLE when the storage is full or out of reach; then nothing is there */
  put(key: string, path: string): Promise<void> {
    return unlessUnavailable(this.#driver.putFile(key, path))
  }

  /**
   * @param size in bytes, of the whole
   * @throws E_CONTENT_MISSING when it is not there, or of another size; E_UNAVAILABLE
   */
  async open(key: string, size: number, range?: ByteRange): Promise<Readable> {
    if (!(await this.holds(key, size))) throw new E_CONTENT_MISSING()
    return unlessUnavailable(
      range ? this.#driver.getRange(key, range) : this.#driver.getStream(key)
    )
  }

  /** Also where it is not there. @throws E_UNAVAILABLE */
  delete(key: string): Promise<void> {
    return unlessUnavailable(this.disk.delete(key))
  }

  get #driver(): FileDriver {
    return this.disk.driver as FileDriver
  }
}

/** As folders and buckets say it. */
function isNotThere(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string; $metadata?: { httpStatusCode?: number } } }
  return cause?.code === 'ENOENT' || cause?.$metadata?.httpStatusCode === 404
}
