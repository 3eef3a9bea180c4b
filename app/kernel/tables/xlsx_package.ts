import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { UnsoundZip } from '../zip/unsound_zip.js'
import { partsOf, ZIP_OPTIONS } from '../zip/zip_parts.js'
import { refuseTable } from './table_source.js'
import { readXml, type XmlHandlers } from './xml_reader.js'

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
      const zip = await fromBuffer(bytes, ZIP_OPTIONS)
      return new XlsxPackage(zip, await entriesOf(zip, bytes))
    } catch (error) {
      if (error instanceof UnsoundZip) refuseTable(`The file ${error.message}`)
      return refuseTable('The file is damaged: it cannot be unpacked', error)
    }
  }

  /** The path of the first sheet. */
  async firstSheet(): Promise<string> {
    const id = await this.#firstSheetId()
    const target = id && (await this.#targetOf(id))
    if (!target) refuseTable('The workbook has no sheet')
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`
  }

  async #firstSheetId(): Promise<string | undefined> {
    let id: string | undefined
    await this.#readIndex('xl/workbook.xml', (name, attributes) => {
      if (name === 'sheet') id ??= linkOf(attributes)
    })
    return id
  }

  async #targetOf(id: string): Promise<string | undefined> {
    let target: string | undefined
    await this.#readIndex('xl/_rels/workbook.xml.rels', (name, { Id, Target }) => {
      if (name === 'Relationship' && Id === id) target ??= Target
    })
    return target
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

  async #readIndex(path: string, open: NonNullable<XmlHandlers['open']>): Promise<void> {
    if ((this.entries.get(path)?.uncompressedSize ?? 0) > LARGEST_INDEX)
      refuseTable('The file would be too large when unpacked')
    const part = await this.read(path)
    if (!part) refuseTable('The file is no workbook')
    await readXml(part, { open })
  }
}

/** The attribute `id` of the namespace of relationships, whatever its prefix is. */
function linkOf(attributes: Readonly<Record<string, string>>): string | undefined {
  const name = Object.keys(attributes).find((one) => /^\w+:id$/.test(one))
  return name && attributes[name]
}

function isBomb({ compressedSize, uncompressedSize }: Entry): boolean {
  return uncompressedSize > UNSUSPICIOUS && uncompressedSize > compressedSize * HIGHEST_RATIO
}

async function entriesOf(zip: ZipFile, bytes: Buffer): Promise<Map<string, Entry>> {
  const read = (start: number, length: number) => bytes.subarray(start, start + length)
  const parts = await partsOf(zip, { mostParts: MOST_PARTS, read })
  return new Map(parts.map((part) => [part.fileName, part]))
}
