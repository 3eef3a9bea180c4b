import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Entry, ZipFile } from 'yauzl'
import { entriesOf, openZip, streamOf, unlessDamaged } from './zip_reading.js'

/**
 * SHA-256 in hex over what a package holds: names and unpacked contents, in the order of the names. When and how it
 * was packed does not change it.
 *
 * @throws E_FILE_UNSAFE for a damaged one
 */
export function packageDigest(path: string): Promise<string> {
  return withZip(path, async (zip, entries) => {
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
 * @throws E_FILE_UNSAFE for a damaged one
 */
export function unpackedSize(path: string): Promise<number> {
  return withZip(path, async (_zip, entries) =>
    entries.reduce((total, { uncompressedSize }) => total + uncompressedSize, 0)
  )
}

/** @throws E_FILE_UNSAFE */
export async function withZip<T>(
  path: string,
  work: (zip: ZipFile, entries: Entry[]) => Promise<T>
): Promise<T> {
  const zip = await openZip(path)
  try {
    return await work(zip, await entriesOf(zip, path))
  } finally {
    zip.close()
  }
}

async function entryDigest(zip: ZipFile, entry: Entry): Promise<string> {
  const hash = createHash('sha256')
  if (entry.fileName.endsWith('/')) return hash.digest('hex')
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done()
    },
  })
  await unlessDamaged(pipeline(await streamOf(zip, entry), sink))
  return hash.digest('hex')
}

function byName(one: Entry, other: Entry): number {
  return one.fileName < other.fileName ? -1 : Number(one.fileName > other.fileName)
}
