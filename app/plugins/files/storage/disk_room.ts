import { stat, statfs } from 'node:fs/promises'

/** A full disk still serves what lies on it. */
const NO_ROOM = ['ENOSPC', 'EDQUOT']

export const isNoRoom = (code: unknown): boolean => NO_ROOM.includes(String(code))

/** A disk that has no room for a large content may have some for a small one: remembers what it had none for. */
export class DiskRoom {
  /** bytes */
  #lacking = 0

  constructor(private readonly folder: string) {}

  /** bytes that a copy of the file takes here: once more what the file itself takes, as long as it lies on the same disk */
  async takenWhileCopied(path: string): Promise<number> {
    const [file, folder] = await Promise.all([stat(path), stat(this.folder)])
    return file.dev === folder.dev ? 2 * file.size : file.size
  }

  /** After a write of `size` bytes that failed. */
  noteFailed(error: unknown, size: number): void {
    if (isNoRoom((error as NodeJS.ErrnoException).code))
      this.#lacking = Math.max(this.#lacking, size)
  }

  noteWritten(size: number): void {
    if (size >= this.#lacking) this.#lacking = 0
  }

  /** @throws ENOSPC while there is no room for what found none */
  async assertRoom(): Promise<void> {
    if (this.#lacking === 0) return
    const free = await this.freeBytes()
    if (free < this.#lacking) throw noRoom(this.#lacking, free)
    this.#lacking = 0
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.folder)
    return bavail * bsize
  }
}

function noRoom(needed: number, free: number): Error {
  const message = `${needed} bytes found no room, and ${free} are free`
  return Object.assign(new Error(message), { code: 'ENOSPC' })
}
