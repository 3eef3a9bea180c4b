import { open, type FileHandle } from 'node:fs/promises'

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const HEADER = 512
const ENTRY = 128
const STREAM = 2

/** So many places of the table that says where sectors lie are in the header itself. */
const IN_HEADER = 109

/** Where that table, and the directory, begin: in the header. */
const DIRECTORY_AT = 48
const TABLE_AT = 76
const MORE_TABLE_AT = 68

/** Of the directory: no office file has more than some. */
const MOST_SECTORS = 1000

/** What an office package is put into once it is under a password, and what old office formats are made of. */
const PACKAGE = 'EncryptedPackage'
const DOCUMENTS = ['WordDocument', 'Workbook', 'Book', 'PowerPoint Document']

/** Whether a file is an office package (.docx, .xlsx, .pptx) under a password: nothing of it can be seen without that. */
export async function isUnderPassword(path: string): Promise<boolean> {
  await using file = await open(path)
  const names = await streamsIn(file)
  return names.has(PACKAGE) && !DOCUMENTS.some((name) => names.has(name))
}

/** Names of what a compound file holds; none where it is no such file, and of a damaged one those that are found. */
async function streamsIn(file: FileHandle): Promise<Set<string>> {
  const names = new Set<string>()
  const header = await bytesAt(file, 0, HEADER)
  if (header.length < HEADER || !header.subarray(0, MAGIC.length).equals(MAGIC)) return names
  const sectors = new Sectors(file, header, (await file.stat()).size)
  let sector = header.readUInt32LE(DIRECTORY_AT)
  for (let count = 0; count < MOST_SECTORS && sectors.has(sector); count++) {
    const entries = await sectors.read(sector)
    for (let at = 0; at + ENTRY <= entries.length; at += ENTRY) {
      const entry = entries.subarray(at, at + ENTRY)
      if (entry[66] === STREAM) names.add(nameOf(entry))
    }
    sector = await sectors.after(sector)
  }
  return names
}

/** Its length is told in bytes, with the zero that ends it. */
function nameOf(entry: Buffer): string {
  return entry.toString('utf16le', 0, Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2))
}

/** A compound file is cut into sectors of one size; which follows which is in a table, itself spread over sectors. */
class Sectors {
  readonly #size: number
  readonly #count: number

  constructor(
    private readonly file: FileHandle,
    private readonly header: Buffer,
    bytes: number
  ) {
    this.#size = header.readUInt16LE(30) === 12 ? 4096 : 512
    this.#count = Math.ceil(bytes / this.#size) - 1
  }

  has(sector: number): boolean {
    return sector < this.#count
  }

  read(sector: number): Promise<Buffer> {
    return bytesAt(this.file, (sector + 1) * this.#size, this.#size)
  }

  /** What is beyond the file where it is the last one, or that cannot be told. */
  async after(sector: number): Promise<number> {
    const perSector = this.#size / 4
    const table = await this.#tableAt(Math.floor(sector / perSector))
    return this.#number(table, sector % perSector)
  }

  async #tableAt(index: number): Promise<number> {
    if (index < IN_HEADER) return this.header.readUInt32LE(TABLE_AT + 4 * index)
    const perSector = this.#size / 4 - 1
    let sector = this.header.readUInt32LE(MORE_TABLE_AT)
    let rest = index - IN_HEADER
    for (; rest >= perSector; rest -= perSector) sector = await this.#number(sector, perSector)
    return this.#number(sector, rest)
  }

  async #number(sector: number, place: number): Promise<number> {
    if (!this.has(sector)) return Infinity
    const bytes = await bytesAt(this.file, (sector + 1) * this.#size + 4 * place, 4)
    return bytes.length < 4 ? Infinity : bytes.readUInt32LE(0)
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
