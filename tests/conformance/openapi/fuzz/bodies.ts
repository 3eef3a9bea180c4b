import { EXTRA_MEMBERS, WRONG_TYPES } from './hostile_values.js'
import type { Random } from './random.js'
import { likely, unlikely, type Schema } from './values.js'

export interface MadeBody {
  type: string
  bytes: Buffer
}

type Content = Record<string, { schema?: Schema }>

const BOUNDARY = 'fuzz-boundary'
const FILES = [
  Buffer.from('just text'),
  Buffer.alloc(0),
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('504b0304', 'hex'),
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(20_000, 7),
]
const FILE_NAMES = ['a.txt', 'b.png', 'c.docx', '../../d.txt', 'é🦄.pdf', '', 'x'.repeat(300)]

/** A body in one of the content types that the operation takes, at times in another or in none. */
export function madeBody(content: Content, random: Random): MadeBody | undefined {
  if (random.chance(0.03)) return undefined
  if (random.chance(0.03)) return { type: 'text/plain', bytes: Buffer.from('plain') }

  const [type, { schema = {} }] = random.pick(Object.entries(content))
  if (type === 'multipart/form-data') return multipart(schema, random)
  if (random.chance(0.04)) return { type, bytes: Buffer.from(random.pick(BROKEN)) }
  return { type, bytes: Buffer.from(JSON.stringify(spoilt(schema, random)) ?? '') }
}

const BROKEN = ['{', '{"a":', '[]', 'null', '"text"', '{"a":1}}', '\ufeff{}', '{"a":1e999}', 'NaN']

/** A likely value in which, as often as not, one place was made unlikely. */
export function spoilt(schema: Schema, random: Random): unknown {
  const value = likely(schema, random)
  if (random.chance(0.5) || typeof value !== 'object' || value === null) return value
  return random.chance(0.04) ? random.pick(WRONG_TYPES) : spoilMember(value, schema, random)
}

function spoilMember(value: object, schema: Schema, random: Random): unknown {
  const changed: Record<string, unknown> = { ...value }
  const names = Object.keys((schema.properties ?? {}) as object)
  if (names.length === 0 || random.chance(0.15)) return withExtra(changed, random)

  const name = random.pick(names)
  const member = schema.properties[name] as Schema
  if (random.chance(0.2)) delete changed[name]
  else if (member.type === 'object' && random.chance(0.6)) changed[name] = spoilt(member, random)
  else if (member.type === 'array' && member.items && random.chance(0.5)) {
    changed[name] = [spoilt(member.items, random), unlikely(member.items, random)]
  } else changed[name] = unlikely(member, random)
  return changed
}

function withExtra(value: Record<string, unknown>, random: Random): unknown {
  const [name, extra] = random.pick(EXTRA_MEMBERS)
  Object.defineProperty(value, name, { value: extra, enumerable: true, configurable: true })
  return value
}

function multipart(schema: Schema, random: Random): MadeBody {
  const parts = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
    .filter(() => random.chance(0.9))
    .map(([name, member]) =>
      member.format === 'binary' && random.chance(0.9)
        ? anyFilePart(name, random)
        : fieldPart(name, random.chance(0.5) ? likely(member, random) : unlikely(member, random))
    )
  return multipartOf(parts, random.chance(0.95))
}

function anyFilePart(name: string, random: Random): Buffer {
  const fileName = random.pick(FILE_NAMES).replaceAll('"', '')
  return filePart(name, { name: fileName, bytes: random.pick(FILES) })
}

/** One file of a multipart body; the body's end is not in it. */
export function filePart(field: string, { name, bytes }: { name: string; bytes: Buffer }): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')])
}

/** A multipart body of these parts. */
export function multipartOf(parts: readonly Buffer[], isWhole = true): MadeBody {
  const end = Buffer.from(isWhole ? `--${BOUNDARY}--\r\n` : '')
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.concat([...parts, end]),
  }
}

function fieldPart(name: string, value: unknown): Buffer {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
  )
}
