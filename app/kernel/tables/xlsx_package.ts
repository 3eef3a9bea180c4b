import { posix } from 'node:path'
import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { UnsoundZip, partsOf, ZIP_OPTIONS } from '#kernel/zip/main'
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

/** A relationship of a part to another one. */
interface Link {
  id: string
  type: string
  /** Path of the part within the package. */
  target: string
}

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
    const { path, links } = await this.#workbook()
    let id: string | undefined
    await this.#readIndex(path, (name, attributes) => {
      if (name === 'sheet') id ??= linkOf(attributes)
    })
    const sheet = links.find((link) => link.id === id)
    if (!sheet) refuseTable('The workbook has no sheet')
    return sheet.target
  }

  /** The path of the strings that cells share; `undefined` where there are none. */
  async sharedStrings(): Promise<string | undefined> {
    const { links } = await this.#workbook()
    return links.find(({ type }) => type.endsWith('/sharedStrings'))?.target
  }

  /** Its parts lie where the relationships say. */
  async #workbook(): Promise<{ path: string; links: Link[] }> {
    const main = (await this.#linksOf('')).find(({ type }) => type.endsWith('/officeDocument'))
    const path = main?.target ?? 'xl/workbook.xml'
    return { path, links: await this.#linksOf(path) }
  }

  async #linksOf(part: string): Promise<Link[]> {
    const { dir, base } = posix.parse(part)
    const path = posix.join(dir, '_rels', `${base}.rels`)
    const links: Link[] = []
    if (!this.entries.has(path)) return links
    await this.#readIndex(path, (name, { Id: id = '', Type: type = '', Target }) => {
      if (name !== 'Relationship' || Target === undefined) return
      links.push({ id, type, target: posix.resolve('/', dir, Target).slice(1) })
    })
    return links
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
