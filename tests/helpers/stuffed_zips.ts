import { WORD_INDEXES } from './packages.js'

const FIRST_DAY = 0x21
const MANY = 0xffff
const WHOLE = 0xffffffff
const NOTHING = Buffer.alloc(0)

export interface Stuffing {
  /** How many empty parts stand in the table of contents beside the ones of a text. */
  parts: number
  name?: string
  /** Bytes of extra fields, each of which is four bytes long and empty. */
  extra?: number
  comment?: number
  /** What the end says of the size of the table of contents, where that is not the truth. */
  declared?: number
  isZip64?: boolean
  /** Of the package itself. */
  remark?: number
}

/** A text whose table of contents is stuffed with what means nothing; no part of it holds much. */
export function stuffedZip(stuffing: Stuffing): Buffer {
  const { parts, name = 'x', extra = 0, comment = 0 } = stuffing
  const locals = TEXT.map(([called, content]) => {
    const local = head(0x04034b50, 30)
    sized(local, 18, content)
    local.writeUInt16LE(called.length, 26)
    return Buffer.concat([local, called, content])
  })
  const starts = locals.map((_local, index) => Buffer.concat(locals.slice(0, index)).length)
  const stuffed = part(Buffer.from(name), 0, { extra, comment })
  const directory = Buffer.concat([
    ...TEXT.map(([called, content], index) => part(called, starts[index]!, { content })),
    ...Array.from({ length: parts }, () => stuffed),
  ])
  const contents = Buffer.concat(locals)
  return Buffer.concat([contents, directory, endOf(contents.length, directory.length, stuffing)])
}

const TEXT = Object.entries({ ...WORD_INDEXES, 'word/document.xml': '' }).map(
  ([name, content]) => [Buffer.from(name), Buffer.from(content)] as const
)

interface Part {
  extra?: number
  comment?: number
  content?: Buffer
}

function part(name: Buffer, at: number, { extra = 0, comment = 0, content = NOTHING }: Part) {
  const record = head(0x02014b50, 46)
  record.writeUInt16LE(FIRST_DAY, 14)
  sized(record, 20, content)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(extra, 30)
  record.writeUInt16LE(comment, 32)
  record.writeUInt32LE(at, 42)
  const fields = Buffer.alloc(extra, Buffer.from([0x99, 0x99, 0, 0]))
  return Buffer.concat([record, name, fields, Buffer.alloc(comment, 0xb0)])
}

function sized(record: Buffer, at: number, { length }: Buffer): void {
  record.writeUInt32LE(length, at)
  record.writeUInt32LE(length, at + 4)
}

function endOf(start: number, size: number, stuffing: Stuffing): Buffer {
  const { parts, declared = size, isZip64 = false, remark = 0 } = stuffing
  const end = head(0x06054b50, 22)
  end.writeUInt16LE(isZip64 ? MANY : parts + TEXT.length, 8)
  end.writeUInt16LE(isZip64 ? MANY : parts + TEXT.length, 10)
  end.writeUInt32LE(isZip64 ? WHOLE : declared, 12)
  end.writeUInt32LE(isZip64 ? WHOLE : start, 16)
  end.writeUInt16LE(remark, 20)
  const before = isZip64 ? zip64EndOf(start, size, stuffing) : Buffer.alloc(0)
  return Buffer.concat([before, end, Buffer.alloc(remark, 0xb0)])
}

function zip64EndOf(start: number, size: number, { parts, declared = size }: Stuffing): Buffer {
  const end = head(0x06064b50, 56)
  end.writeBigUInt64LE(44n, 4)
  end.writeBigUInt64LE(BigInt(parts + TEXT.length), 24)
  end.writeBigUInt64LE(BigInt(parts + TEXT.length), 32)
  end.writeBigUInt64LE(BigInt(declared), 40)
  end.writeBigUInt64LE(BigInt(start), 48)
  const locator = head(0x07064b50, 20)
  locator.writeBigUInt64LE(BigInt(start + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end, locator])
}

function head(signature: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUInt32LE(signature)
  return bytes
}

/** Each of them once took memory, or time, out of all proportion to its size. */
export const STUFFED_ZIPS: Readonly<Record<string, Stuffing>> = {
  'many extra fields': { parts: 70, extra: 65_532 },
  'long comments': { parts: 70, comment: 65_535 },
  'long names': { parts: 70, name: 'x'.repeat(65_535) },
  'more than it may hold in all': { parts: 1_100, name: 'x'.repeat(3_900) },
  'more than its end says': { parts: 70, extra: 65_532, declared: 100 },
  'extra fields, by its zip64 end': { parts: 70, extra: 65_532, isZip64: true },
  'more than its zip64 end says': { parts: 70, extra: 65_532, isZip64: true, declared: 100 },
}
