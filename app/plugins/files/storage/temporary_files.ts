import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { E_PAYLOAD_TOO_LARGE } from '#kernel/errors/main'
import { tooLarge } from '#kernel/http/main'
import { assertWritable } from './atomic_fs_driver.js'
import { StorageUnavailable } from './storage_unavailable.js'

/** A file that was received and measured, and is not kept yet. `await using` removes it. */
export interface TemporaryFile extends AsyncDisposable {
  path: string
  /** bytes */
  size: number
  /** in hex */
  sha256: string
}

export interface ReceiveOptions {
  /** bytes */
  limit: number
  signal?: AbortSignal
}

/** The folder in which files are received. What a killed process left behind is swept by age. */
export class TemporaryFiles {
  #incoming = 0

  constructor(private readonly folder: string) {}

  /** How many are being received. */
  get incoming(): number {
    return this.#incoming
  }

  /** Makes the folder where there is none. @throws the fault of the file system where nothing can be written into it */
  check(): Promise<void> {
    return assertWritable(this.folder)
  }

  /**
   * Writes a stream to a new file, with one piece of it in memory at a time.
   *
   * @throws E_PAYLOAD_TOO_LARGE beyond the limit; E_UNAVAILABLE when the folder is full or out of reach; whatever the
   * stream fails with
   */
  async receive(source: Readable, options: ReceiveOptions): Promise<TemporaryFile> {
    const path = join(this.folder, randomUUID())
    const remove = () => rm(path, { force: true })
    this.#incoming++
    try {
      const measured = await this.#write(source, path, options)
      return { path, ...measured, [Symbol.asyncDispose]: remove }
    } catch (error) {
      source.destroy()
      await remove().catch(() => undefined)
      throw isOfFolder(error) ? new StorageUnavailable(error) : error
    } finally {
      this.#incoming--
    }
  }

  /** @returns how many were removed */
  async removeOlderThan(moment: number): Promise<number> {
    await mkdir(this.folder, { recursive: true })
    let removed = 0
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name)
      const { mtimeMs } = await stat(path)
      if (mtimeMs >= moment) continue
      await rm(path, { force: true })
      removed++
    }
    return removed
  }

  async #write(source: Readable, path: string, { limit, signal }: ReceiveOptions) {
    // It may fail before it is read, and an error that nobody listens to ends the process.
    source.on('error', () => undefined)
    await mkdir(this.folder, { recursive: true })
    const file = await open(path, 'wx')
    const meter = new Meter(limit)
    await pipeline(source, meter, file.createWriteStream(), { signal })
    return { size: meter.size, sha256: meter.digest() }
  }
}

/** Told from what fails at the other end of the stream. */
function isOfFolder(error: unknown): boolean {
  const { syscall = '' } = error as NodeJS.ErrnoException
  return ['mkdir', 'open', 'write', 'close'].includes(syscall)
}

class Meter extends Transform {
  size = 0
  readonly #hash = createHash('sha256')

  constructor(private readonly limit: number) {
    super()
  }

  digest(): string {
    return this.#hash.digest('hex')
  }

  override _transform(piece: Buffer, _encoding: string, done: TransformCallback): void {
    this.size += piece.length
    if (this.size > this.limit) return done(new E_PAYLOAD_TOO_LARGE(tooLarge(this.limit)))
    this.#hash.update(piece)
    done(null, piece)
  }
}
