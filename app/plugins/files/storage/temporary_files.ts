import { createHash, randomUUID } from 'node:crypto'
import fs, { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { E_PAYLOAD_TOO_LARGE } from '#kernel/errors/main'
import { tooLarge } from '#kernel/http/main'
import { DiskRoom } from './disk_room.js'
import { StorageAway } from './storage_away.js'

/** A file on its way in: written, measured, not kept yet. Goes away with `await using`. */
export interface TemporaryFile extends AsyncDisposable {
  path: string
  size: number
  /** in hex */
  sha256: string
}

export interface ReceiveOptions {
  /** bytes */
  limit: number
  signal?: AbortSignal
}

/** What did not come in whole is larger than what came, and where it is kept it needs room once more. */
const TWICE = 2

/** The folder in which files are received. What a killed process left behind is swept by age. */
export class TemporaryFiles {
  /** Whether somebody who waits for it is not answered: each further one would take a thread. */
  hangs = false

  readonly #room: DiskRoom
  #incoming = 0

  constructor(private readonly folder: string) {
    this.#room = new DiskRoom(folder)
  }

  /** So many are being received. */
  get incoming(): number {
    return this.#incoming
  }

  /**
   * Writes a stream to a new file, never holding more than a piece of it.
   *
   * @throws E_PAYLOAD_TOO_LARGE beyond the limit; E_UNAVAILABLE when the folder is full or away; whatever the stream fails
   * with
   */
  async receive(source: Readable, { limit, signal }: ReceiveOptions): Promise<TemporaryFile> {
    const path = join(this.folder, randomUUID())
    const meter = new Meter(limit)
    if (this.hangs) throw new StorageAway()
    this.#incoming++
    try {
      const file = createWriteStream(path, { flags: 'wx', fs: WITH_FOLDER })
      await pipeline(source, meter, file, { signal })
      this.#room.noteWritten(meter.size)
    } catch (error) {
      this.#room.noteFailed(error, TWICE * meter.size)
      await rm(path, { force: true }).catch(() => undefined)
      throw isOfFolder(error) ? new StorageAway(undefined, { cause: error }) : error
    } finally {
      this.#incoming--
    }
    const dispose = () => rm(path, { force: true })
    return { path, size: meter.size, sha256: meter.digest(), [Symbol.asyncDispose]: dispose }
  }

  /** @throws whatever keeps files from being written */
  async probe(): Promise<void> {
    await writeAndRemove(await this.#ready())
    await this.#room.assertRoom()
  }

  async freeBytes(): Promise<number> {
    await this.#ready()
    return this.#room.freeBytes()
  }

  /** @returns how many were removed */
  async removeOlderThan(moment: number): Promise<number> {
    let removed = 0
    for (const name of await readdir(await this.#ready())) {
      const path = join(this.folder, name)
      const { mtimeMs } = await stat(path)
      if (mtimeMs >= moment) continue
      await rm(path, { force: true })
      removed++
    }
    return removed
  }

  async #ready(): Promise<string> {
    await mkdir(this.folder, { recursive: true })
    return this.folder
  }
}

/**
 * Makes the folder as the file is opened: a stream that fails before anybody listens to it would bring the process
 * down, and a mount that hangs would stop it.
 */
const WITH_FOLDER = {
  ...fs,
  open(path: string, flags: string, mode: number, done: Opened) {
    fs.mkdir(dirname(path), { recursive: true }, (error) => {
      if (error) done(error, -1)
      else fs.open(path, flags, mode, done)
    })
  },
}

type Opened = (error: NodeJS.ErrnoException | null, fd: number) => void

/** Told from what fails at the other end of the stream. */
function isOfFolder(error: unknown): boolean {
  const { syscall = '' } = error as NodeJS.ErrnoException
  return ['mkdir', 'open', 'write', 'close'].includes(syscall)
}

/** With content: a disk may be so full that it takes a name and nothing more. */
export async function writeAndRemove(folder: string): Promise<void> {
  const path = join(folder, `.probe-${randomUUID()}`)
  try {
    await writeFile(path, 'probe', { flag: 'wx' })
  } finally {
    await rm(path, { force: true })
  }
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

  override _transform(
    chunk: Buffer,
    _encoding: string,
    done: (error: Error | null, chunk?: Buffer) => void
  ) {
    this.size += chunk.length
    if (this.size > this.limit) return done(new E_PAYLOAD_TOO_LARGE(tooLarge(this.limit)))
    this.#hash.update(chunk)
    done(null, chunk)
  }
}
