import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, rmdir, statfs, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PAGE = 4_096
const PIECES = [1024 * 1024, PAGE]

/** A disk in memory that can be filled to its last page. Only root may mount one. */
export class SmallDisk {
  private constructor(
    readonly path: string,
    private readonly bytes: number
  ) {}

  static async mount(megabytes: number): Promise<SmallDisk> {
    const path = await mkdtemp(join(tmpdir(), 'chancery-disk-'))
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])
    } catch (error) {
      await rmdir(path)
      throw new Error('A disk that gets full has to be mounted, which takes root', { cause: error })
    }
    return new SmallDisk(path, megabytes * 1024 * 1024)
  }

  /** @throws where no small disk is mounted any more: the machine's own would be filled */
  async fill(): Promise<void> {
    const { blocks, bsize } = await statfs(this.path)
    if (blocks * bsize > this.bytes) throw new Error(`No small disk is mounted at ${this.path}`)

    const file = await open(this.#filler, 'a')
    try {
      const state = { left: this.bytes }
      for (const size of PIECES) await appendUntilFull(file, Buffer.alloc(size, 'x'), state)
    } finally {
      await file.close()
    }
  }

  free(): Promise<void> {
    return rm(this.#filler)
  }

  async unmount(): Promise<void> {
    await run('umount', [this.path])
    await rmdir(this.path)
  }

  get #filler(): string {
    return join(this.path, 'filler')
  }
}

/** Never more than the disk holds. */
async function appendUntilFull(
  file: FileHandle,
  piece: Buffer,
  state: { left: number }
): Promise<void> {
  try {
    for (; state.left > 0; state.left -= piece.length) await file.appendFile(piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
