import { randomUUID } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FSDriver } from 'flydrive/drivers/fs'
import { DiskRoom } from './disk_room.js'
import { writeAndRemove } from './temporary_files.js'
import type { ByteRange, RangedDriver } from './byte_range.js'

/**
 * A folder in which a file is either there whole, and on the disk itself, or not at all: what was being written
 * when the process was killed is never taken for a file.
 */
export class AtomicFsDriver extends FSDriver implements RangedDriver {
  readonly isFolder = true
  readonly #room: DiskRoom

  constructor(private readonly folder: string) {
    super({ location: folder, visibility: 'private' })
    this.#room = new DiskRoom(folder)
  }

  put(key: string, contents: string | Uint8Array): Promise<void> {
    return this.#put(key, (unfinished) => writeFile(unfinished, contents, { flag: 'wx' }))
  }

  putStream(key: string, contents: Readable): Promise<void> {
    return this.#put(key, (unfinished) =>
      pipeline(contents, createWriteStream(unfinished, { flags: 'wx' }))
    )
  }

  /** Without the contents passing through this process. */
  async putFile(key: string, path: string): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    const taken = await this.#room.takenWhileCopied(path)
    try {
      await this.#put(key, (unfinished) => copyFile(path, unfinished, constants.COPYFILE_FICLONE))
      this.#room.noteWritten(taken)
    } catch (error) {
      this.#room.noteFailed(error, taken)
      throw error
    }
  }

  async #put(key: string, write: (unfinished: string) => Promise<void>): Promise<void> {
    const target = join(this.folder, key)
    const unfinished = `${target}.${randomUUID()}.part`
    await mkdir(dirname(target), { recursive: true })
    try {
      await write(unfinished)
      await flush(unfinished)
      await rename(unfinished, target)
      await flush(dirname(target))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  async probe(): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    await writeAndRemove(this.folder)
    await this.#room.assertRoom()
  }

  async getRange(key: string, { first, last }: ByteRange): Promise<Readable> {
    return createReadStream(join(this.folder, key), { start: first, end: last })
  }
}

/** Contents, and likewise a new name in a folder, are safe only once they are on the disk itself. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
