import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { say } from '#kernel/languages/main'
import { beyondBounds, unsound } from './unsound_zip.js'
import { assertSlim, LARGEST_DIRECTORY } from './zip_directory.js'

const NOTHING = Buffer.alloc(0)

/** Nothing is decoded by the library, which joins comments letter by letter, and no part is read before it is asked for. */
export const ZIP_OPTIONS = { lazyEntries: true, autoClose: false, decodeStrings: false } as const

export interface ZipBounds {
  mostParts: number
  /** Bytes of its table of contents, where they may be more, or fewer, than usual. */
  largestDirectory?: number
  /** Bytes of the package from there on, as many as there are. */
  read(start: number, length: number): Buffer | Promise<Buffer>
}

/**
 * The parts of a package that was opened with `ZIP_OPTIONS`; of each no more is kept than what finds it.
 *
 * @throws BeyondBounds before any part is read; UnsoundZip for names that lead out of it; what the library throws for a
 * package that is damaged
 */
export async function partsOf(zip: ZipFile, bounds: ZipBounds): Promise<Entry[]> {
  const { mostParts, largestDirectory = LARGEST_DIRECTORY, read } = bounds
  if (zip.entryCount > mostParts) beyondBounds(say`has too many parts`)
  const table = await read(Number(zip.readEntryCursor), largestDirectory)
  assertSlim(table, zip.entryCount, largestDirectory)
  const parts = await readAll(zip)
  for (const { fileName } of parts)
    if (yauzl.validateFileName(fileName)) unsound(say`is damaged: it has parts that lead out of it`)
  return parts
}

function readAll(zip: ZipFile): Promise<Entry[]> {
  const parts: Entry[] = []
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      parts.push(slim(entry))
      zip.readEntry()
    })
    zip.once('end', () => resolve(parts))
    zip.once('error', reject)
    zip.readEntry()
  })
}

function slim(entry: Entry): Entry {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
  return Object.assign(entry, {
    fileName: yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false),
    extraFields: [],
    ...{ extraFieldRaw: NOTHING, fileNameRaw: NOTHING, fileCommentRaw: NOTHING },
    ...{ fileComment: '', comment: '' },
  })
}
