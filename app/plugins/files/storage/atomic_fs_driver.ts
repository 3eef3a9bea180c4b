import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FSDriver } from 'flydrive/drivers/fs'
import type { ByteRange, RangedDriver } from './byte_range.js'

/**
 * A folder in which a file is either there whole, and on the disk itself, or not at all: what was being written
 * when the process was killed is never taken for a file.
 */
export class AtomicFsDriver extends FSDriver implements RangedDriver {
  constructor(private readonly folder: string) {
    super({ location: folder, visibility: 'private' })
  }

  async putStream(key: string, contents: Readable): Promise<void> {
    const target = join(this.folder, key)
    const unfinished = `${target}.${randomUUID()}.part`
    await mkdir(dirname(target), { recursive: true })
    try {
      await pipeline(contents, createWriteStream(unfinished, { flags: 'wx', flush: true }))
      await rename(unfinished, target)
      await flushFolder(dirname(target))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  async getRange(key: string, { first, last }: ByteRange): Promise<Readable> {
    return createReadStream(join(this.folder, key), { start: first, end: last })
  }
}

/** A new name is only safe once its folder is written, too. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
