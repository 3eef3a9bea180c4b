import { createHash } from 'node:crypto'
import { PassThrough, Writable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { UnsoundZip } from '#kernel/zip/main'
import type { PackageBounds } from './package_bounds.js'
import { withZip } from './with_zip.js'
import { packedStreamOf, refuse, unlessDamaged } from './zip_reading.js'

const STORED = 0
const PIECE = 256 * 1024
const LEAST_PIECE = 1024

/**
 * SHA-256 in hex over what a package holds: names and unpacked contents, in the order of the names. When and how it
 * was packed does not change it.
 *
 * @throws E_FILE_UNSAFE for a damaged one; as `withZip`
 */
export function packageDigest(path: string, bounds: PackageBounds): Promise<string> {
  return withZip(path, bounds, async ({ zip, entries }) => {
    const whole = createHash('sha256')
    for (const entry of entries.toSorted(byName)) {
      whole.update(`${entry.fileName}\0${await entryDigest(zip, entry)}\n`)
    }
    return whole.digest('hex')
  })
}

/**
 * Bytes of all entries together, unpacked, as the table of contents has it.
 *
 * @throws E_FILE_UNSAFE for a damaged one; as `withZip`
 */
export function unpackedSize(path: string, bounds: PackageBounds): Promise<number> {
  return withZip(path, bounds, async ({ entries }) =>
    entries.reduce((total, { uncompressedSize }) => total + uncompressedSize, 0)
  )
}

async function entryDigest(zip: ZipFile, entry: Entry): Promise<string> {
  const hash = createHash('sha256')
  if (entry.fileName.endsWith('/')) return hash.digest('hex')
  let left = entry.uncompressedSize
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      hash.update(chunk)
      done(left < 0 ? new UnsoundZip(LYING) : null)
    },
  })
  await unlessDamaged(pipeline(await packedStreamOf(zip, entry), unpacking(entry), sink))
  if (left > 0) refuse(LYING)
  return hash.digest('hex')
}

const LYING = 'is damaged: a part of it is not as large as it says'

/** Each piece costs a turn in another thread, which takes longer than to unpack some more. */
function unpacking({ compressionMethod, uncompressedSize }: Entry): Transform {
  if (compressionMethod === STORED) return new PassThrough()
  return createInflateRaw({ chunkSize: Math.min(PIECE, Math.max(LEAST_PIECE, uncompressedSize)) })
}

function byName(one: Entry, other: Entry): number {
  return one.fileName < other.fileName ? -1 : Number(one.fileName > other.fileName)
}
