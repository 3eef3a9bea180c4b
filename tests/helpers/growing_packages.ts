import { crc32, deflateRawSync } from 'node:zlib'
import { contentTypes, WORD_INDEXES } from './packages.js'

const MB = 1024 * 1024
const FIRST_DAY = 0x21
const DEFLATED = 8

interface Packed {
  name: string
  bytes: Buffer
  size: number
  crc: number
}

/** A text beside so many parts of 64 MB each, all zeros: some 64 KB of it unpack to that. */
export function growingPackage(text: string, parts: number): Buffer {
  const zeros = Buffer.alloc(64 * MB)
  const large = { bytes: deflateRawSync(zeros), size: zeros.length, crc: crc32(zeros) }
  const media = Array.from({ length: parts }, (_, no) => ({
    name: `word/media/${no}.bin`,
    ...large,
  }))
  const indexes = Object.entries(WORD_INDEXES).map(([name, content]) => packed(name, content))
  const body = packed('word/document.xml', `<w:document>${text}</w:document>`)
  return zipOf([...indexes, body, ...media])
}

/** Of many parts, each of which its list of content types names. */
export function manifoldPackage(count: number, more: Record<string, string> = {}): Buffer {
  const numbers = Array.from({ length: count }, (_, no) => no)
  const overrides = numbers.map(
    (no) => `<Override PartName="/word/media/${no}.png" ContentType="image/png; of a long name"/>`
  )
  const types = packed('[Content_Types].xml', contentTypes(overrides.join('')))
  const links = packed('_rels/.rels', WORD_INDEXES['_rels/.rels'])
  const body = packed('word/document.xml', '<w:document/>')
  const media = numbers.map((no) => packed(`word/media/${no}.png`, ''))
  const others = Object.entries(more).map(([name, content]) => packed(name, content))
  return zipOf([types, links, body, ...media, ...others])
}

function packed(name: string, content: string): Packed {
  const plain = Buffer.from(content)
  return { name, bytes: deflateRawSync(plain), size: plain.length, crc: crc32(plain) }
}

function zipOf(parts: readonly Packed[]): Buffer {
  const locals: Buffer[] = []
  const records: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const name = Buffer.from(part.name)
    const local = Buffer.concat([head(0x04034b50, 30, 4, part), name, part.bytes])
    const record = head(0x02014b50, 46, 6, part)
    record.writeUInt32LE(at, 42)
    locals.push(local)
    records.push(Buffer.concat([record, name]))
    at += local.length
  }
  const directory = Buffer.concat(records)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

/** @param from where the fields begin that both kinds of head have, in the same order */
function head(signature: number, length: number, from: number, part: Packed): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUInt32LE(signature, 0)
  bytes.writeUInt16LE(20, 4)
  bytes.writeUInt16LE(20, from)
  bytes.writeUInt16LE(DEFLATED, from + 4)
  bytes.writeUInt16LE(FIRST_DAY, from + 8)
  bytes.writeUInt32LE(part.crc, from + 10)
  bytes.writeUInt32LE(part.bytes.length, from + 14)
  bytes.writeUInt32LE(part.size, from + 18)
  bytes.writeUInt16LE(Buffer.byteLength(part.name), from + 22)
  return bytes
}
