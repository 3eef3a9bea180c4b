import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { E_FILE_UNSAFE } from '../errors.js'
import { OFFICE_PARTS, OPEN_DOCUMENTS, ZIP, type FileKind } from './file_kinds.js'

const MB = 1024 * 1024

/** Beyond these a package is taken for a bomb. */
const MOST_ENTRIES = 20_000
const MOST_UNPACKED = 512 * MB
const UNSUSPICIOUS = 64 * MB
const HIGHEST_RATIO = 150

/** So much is unpacked, and thrown away, to see whether entries are as large as they say. */
const UNPACKED_TO_CHECK = 32 * MB

const CONTENT_TYPES = '[Content_Types].xml'

/**
 * What kind of package a zip is, found without unpacking more than a bound.
 *
 * @throws E_FILE_UNSAFE for one that is damaged, lies about itself or would grow out of all proportion
 */
export async function inspectZip(path: string, size: number): Promise<FileKind> {
  const zip = await open(path)
  try {
    const entries = await entriesOf(zip)
    assertProportionate(entries, size)
    const kind = await kindOf(zip, entries)
    await assertTruthful(zip, entries)
    return kind
  } finally {
    zip.close()
  }
}

async function open(path: string): Promise<ZipFile> {
  return unlessDamaged(
    new Promise<ZipFile>((resolve, reject) => {
      const options = { lazyEntries: true, autoClose: false }
      yauzl.open(path, options, (error, zip) => (error ? reject(error) : resolve(zip)))
    })
  )
}

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MOST_ENTRIES) refuse('has too many parts')
  const entries: Entry[] = []
  return unlessDamaged(
    new Promise<Entry[]>((resolve, reject) => {
      zip.on('entry', (entry: Entry) => {
        entries.push(entry)
        zip.readEntry()
      })
      zip.once('end', () => resolve(entries))
      zip.once('error', reject)
      zip.readEntry()
    })
  )
}

function assertProportionate(entries: readonly Entry[], size: number): void {
  const unpacked = sum(entries.map((entry) => entry.uncompressedSize))
  const packed = sum(entries.map((entry) => entry.compressedSize))
  if (packed > size) refuse('has parts that lie over each other')
  if (unpacked > MOST_UNPACKED) refuse('would be too large when unpacked')
  if (unpacked > UNSUSPICIOUS && unpacked > size * HIGHEST_RATIO)
    refuse('would grow out of all proportion')
}

async function kindOf(zip: ZipFile, entries: readonly Entry[]): Promise<FileKind> {
  const names = new Map(entries.map((entry) => [entry.fileName, entry]))
  const office = OFFICE_PARTS.find(([part]) => names.has(part))
  if (office && names.has(CONTENT_TYPES)) return office[1]

  const declared = names.get('mimetype')
  if (!declared || declared.uncompressedSize > 100) return ZIP
  return OPEN_DOCUMENTS.get(await text(await streamOf(zip, declared))) ?? ZIP
}

/** The library stops an entry that unpacks to another size than it declares. */
async function assertTruthful(zip: ZipFile, entries: readonly Entry[]): Promise<void> {
  let left = UNPACKED_TO_CHECK
  for (const entry of [...entries].sort((a, b) => a.uncompressedSize - b.uncompressedSize)) {
    if (entry.fileName.endsWith('/')) continue
    left -= entry.uncompressedSize
    if (left < 0) return
    await unlessDamaged(pipeline(await streamOf(zip, entry), nowhere()))
  }
}

function streamOf(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return unlessDamaged(
    new Promise((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
    })
  )
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

async function unlessDamaged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new E_FILE_UNSAFE('The file is damaged: it cannot be unpacked', { cause: error })
  }
}

function refuse(reason: string): never {
  throw new E_FILE_UNSAFE(`The file ${reason}`)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** The first bytes of a file; fewer where it is shorter. */
export async function firstBytes(path: string, count: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(path, { end: count - 1 })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
