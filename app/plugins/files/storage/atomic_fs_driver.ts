import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { FSDriver } from 'flydrive/drivers/fs'
import type { ByteRange } from './byte_range.js'
import type { FileDriver } from './file_driver.js'

/** A folder in which a file that was put is there whole and on the disk itself, or not at all. */
export class AtomicFsDriver extends FSDriver implements FileDriver {
  /** @param incoming a folder on the same disk for unfinished copies; a killed process leaves them there */
  constructor(
    private readonly folder: string,
    private readonly incoming: string
  ) {
    super({ location: folder, visibility: 'private' })
  }

  async putFile(key: string, path: string): Promise<void> {
    const target = join(this.folder, key)
    const unfinished = join(this.incoming, randomUUID())
    for (const parent of [dirname(target), this.incoming]) await mkdir(parent, { recursive: true })
    try {
      await copyFile(path, unfinished, constants.COPYFILE_FICLONE)
      await flush(unfinished)
      await rename(unfinished, target)
      await flush(dirname(target))
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined)
      throw error
    }
  }

  async getRange(key: string, { first, last }: ByteRange): Promise<Readable> {
    return createReadStream(join(this.folder, key), { start: first, end: last })
  }

  check(): Promise<void> {
    return assertWritable(this.folder)
  }
}

/** Makes the folder where there is none. @throws the fault of the file system */
export async function assertWritable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await access(folder, constants.R_OK | constants.W_OK)
}

/** Contents, and a new name in a folder, outlast a power cut only once they are on the disk itself. */
async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}
