import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { refuseTable } from './table_source.js'

const MB = 1024 * 1024
const MOST_PARTS = 1_000
const LARGEST_PART = 64 * MB
const LARGEST_INDEX = 1 * MB
const HIGHEST_RATIO = 200
const UNSUSPICIOUS = 4 * MB

const fromBuffer = promisify(
  yauzl.fromBuffer as (
    bytes: Buffer,
    options: yauzl.Options,
    done: (error: Error | null, zip: ZipFile) => void
  ) => void
)

/** The parts of a workbook, unpacked one by one and within bounds. */
export class XlsxPackage {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>
  ) {}

  /** @throws E_TABLE for what is damaged, or would grow out of all proportion */
  static async open(bytes: Buffer): Promise<XlsxPackage> {
    try {
      const zip = await fromBuffer(bytes, { lazyEntries: true, autoClose: false })
      return new XlsxPackage(zip, await entriesOf(zip))
    } catch (error) {
      return refuseTable('The file is damaged: it cannot be unpacked', error)
    }
  }

  /** The path of the first sheet. */
  async firstSheet(): Promise<string> {
    const workbook = await this.#index('xl/workbook.xml')
    const id = /<(?:\w+:)?sheet\s[^>]*?r:id="([^"]{1,100})"/.exec(workbook)?.[1]
    const links = (await this.#index('xl/_rels/workbook.xml.rels')).match(
      /<[^>]*Relationship\s[^>]*>/g
    )
    const link = links?.find((one) => one.includes(`Id="${id}"`))
    const target = link && /Target="([^"]{1,200})"/.exec(link)?.[1]
    if (!target) refuseTable('The workbook has no sheet')
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`
  }

  /** `null` where there is no such part. */
  async read(path: string): Promise<NodeJS.ReadableStream | null> {
    const entry = this.entries.get(path)
    if (!entry) return null
    if (entry.uncompressedSize > LARGEST_PART || isBomb(entry))
      refuseTable('The file would be too large when unpacked')
    return new Promise((resolve, reject) => {
      this.zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
    })
  }

  async #index(path: string): Promise<string> {
    if ((this.entries.get(path)?.uncompressedSize ?? 0) > LARGEST_INDEX)
      refuseTable('The file would be too large when unpacked')
    const part = await this.read(path)
    return part ? text(part) : refuseTable('The file is no workbook')
  }
}

function isBomb({ compressedSize, uncompressedSize }: Entry): boolean {
  return uncompressedSize > UNSUSPICIOUS && uncompressedSize > compressedSize * HIGHEST_RATIO
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_PARTS) refuseTable('The file has too many parts')
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.once('end', () => resolve(entries))
    zip.once('error', reject)
    zip.readEntry()
  })
}
