import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { KeyedSemaphore } from '#kernel/workers/main'
import { say } from '#kernel/languages/main'
import { E_FILE_UNSAFE } from '../errors.js'
import type { PackageBounds } from './package_bounds.js'

const UNSUSPICIOUS = 64 * 1024 * 1024

/** Unpacking takes some of the few threads that also read files and hash passwords. */
const inspections = new KeyedSemaphore({
  limit: 4,
  limitPerKey: 2,
  maxQueue: 1_000,
  maxQueuePerKey: 500,
  busyMessage: say`Too many packages wait to be looked into; try again in a moment`,
})

/** A package beyond the bounds within which it is looked into. */
export class PackageTooLarge extends E_FILE_UNSAFE {}

/** Opens the part to be read; the stream fails where it unpacks to another size than it says. */
type OpenPart = () => Promise<Readable>

/**
 * Goes through the parts of a package, in the order of its table of contents. A few packages are read at a time, and
 * callers are served round robin.
 *
 * @throws E_FILE_UNSAFE for a damaged one, as PackageTooLarge beyond the bounds; E_TOO_MANY_REQUESTS, or Overloaded
 * (503), where too many wait; E_BAD_REQUEST where the client disconnects meanwhile
 */
export function eachPart(
  path: string,
  bounds: PackageBounds,
  work: (part: Entry, open: OpenPart) => Promise<void>
): Promise<void> {
  return inspections.runForCaller(async () => {
    const { size } = await stat(path)
    try {
      await using zip = disposable(await openPromise(path, { autoClose: false, lazyEntries: true }))
      const tally = new Tally(zip.entryCount, size, bounds)
      for await (const part of zip.eachEntry()) {
        tally.add(part)
        await work(part, () => zip.openReadStreamPromise(part))
      }
    } catch (error) {
      if (error instanceof E_FILE_UNSAFE) throw error
      throw new E_FILE_UNSAFE('The file is damaged: it cannot be unpacked', { cause: error })
    }
  })
}

function disposable(zip: ZipFile): ZipFile & AsyncDisposable {
  return Object.assign(zip, { [Symbol.asyncDispose]: async () => zip.close() })
}

/** Adds up what the parts say of themselves. */
class Tally {
  #packed = 0
  #unpacked = 0
  #directory = 0

  constructor(
    parts: number,
    private readonly size: number,
    private readonly bounds: PackageBounds
  ) {
    if (parts > bounds.mostParts) refuseLarge('has too many parts')
  }

  add(part: Entry): void {
    const { mostUnpacked, highestRatio, largestDirectory } = this.bounds
    this.#packed += part.compressedSize
    this.#unpacked += part.uncompressedSize
    this.#directory += part.fileNameLength + part.extraFieldLength + part.fileCommentLength
    if (this.#directory > largestDirectory) refuseLarge('has a table of contents that is too large')
    if (this.#packed > this.size)
      throw new E_FILE_UNSAFE('The file has parts that lie over each other')
    if (this.#unpacked > mostUnpacked) refuseLarge('would be too large when unpacked')
    if (this.#unpacked > Math.max(UNSUSPICIOUS, this.size * highestRatio))
      refuseLarge('would grow out of all proportion')
  }
}

function refuseLarge(reason: string): never {
  throw new PackageTooLarge(`The file ${reason}`)
}
