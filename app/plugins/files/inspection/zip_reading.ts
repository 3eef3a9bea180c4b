import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { E_FILE_UNSAFE } from '../errors.js'

/** Beyond these a package is taken for a bomb. */
const MOST_ENTRIES = 20_000

/** @throws E_FILE_UNSAFE for one that is damaged; the caller closes it */
export function openZip(path: string): Promise<ZipFile> {
  return unlessDamaged(
    new Promise<ZipFile>((resolve, reject) => {
      const options = { lazyEntries: true, autoClose: false }
      yauzl.open(path, options, (error, zip) => (error ? reject(error) : resolve(zip)))
    })
  )
}

/** @throws E_FILE_UNSAFE */
export function entriesOf(zip: ZipFile): Promise<Entry[]> {
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

/** @throws E_FILE_UNSAFE; the stream fails where an entry unpacks to another size than it declares */
export function streamOf(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return unlessDamaged(
    new Promise((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
    })
  )
}

export async function unlessDamaged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new E_FILE_UNSAFE('The file is damaged: it cannot be unpacked', { cause: error })
  }
}

export function refuse(reason: string): never {
  throw new E_FILE_UNSAFE(`The file ${reason}`)
}
