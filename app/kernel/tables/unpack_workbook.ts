import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { UnsoundZip, partsOf, ZIP_OPTIONS } from '#kernel/zip/main'
import { say } from '#kernel/languages/main'
import { refuseTable } from './table_source.js'

const MOST_PARTS = 1_000
/** bytes */
const MOST_UNPACKED = 64 * 1024 * 1024
/** Pictures and macros stay packed. */
const READ = /\.(xml|rels)$/i

/** Path of a part → its bytes, as a text of one character each. */
export type WorkbookParts = Record<string, { name: string; data: string }>

const fromBuffer = promisify(
  yauzl.fromBuffer as (
    bytes: Buffer,
    options: yauzl.Options,
    done: (error: Error | null, zip: ZipFile) => void
  ) => void
)

/**
 * Unpacks the XML of a workbook. No part grows beyond the size that the package declares for it, and all of them together are
 * refused by that size before the first one is unpacked.
 *
 * @throws E_TABLE for what is damaged or too large
 */
export async function unpackWorkbook(bytes: Buffer): Promise<WorkbookParts> {
  try {
    const zip = await fromBuffer(bytes, ZIP_OPTIONS)
    const read = (start: number, length: number) => bytes.subarray(start, start + length)
    const entries = await partsOf(zip, { mostParts: MOST_PARTS, read })
    assertSmall(entries)
    const parts: WorkbookParts = Object.create(null) as WorkbookParts
    for (const entry of entries.filter(({ fileName }) => READ.test(fileName)))
      parts[entry.fileName] = { name: entry.fileName, data: await textOf(zip, entry) }
    return parts
  } catch (error) {
    if (error instanceof UnsoundZip) refuseTable(say`The file ${error.said}`)
    if ((error as { status?: number }).status === 422) throw error
    return refuseTable('The file is damaged: it cannot be unpacked', error)
  }
}

function assertSmall(entries: readonly Entry[]): void {
  const size = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (size > MOST_UNPACKED) refuseTable('The file would be too large when unpacked')
}

async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  const open = promisify(
    zip.openReadStream.bind(zip) as (
      entry: Entry,
      done: (error: Error | null, stream: NodeJS.ReadableStream) => void
    ) => void
  )
  return (await buffer(await open(entry))).toString('latin1')
}
