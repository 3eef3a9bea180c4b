import { brotliCompressSync, gzipSync } from 'node:zlib'
import { likely, type Schema } from '#tests/conformance/openapi/fuzz/values'
import { Random } from '#tests/conformance/openapi/fuzz/random'
import { filled, HOSTILE_TEXTS } from './hostile_texts.js'

export interface HostileBody {
  kind: string
  bytes: Buffer
  headers: Readonly<Record<string, string>>
  crumbs?: boolean
}

const JSON_TYPE = { 'content-type': 'application/json' }
const MANY = 49_000

/** Bodies of about `size` bytes that mean no good to whoever reads JSON, whatever operation it is. */
export function jsonBodies(size: number): HostileBody[] {
  return [...SHAPES.map(({ kind, text }) => body(kind, text(size))), ...packed(), ...odd(size)]
}

/** Bodies that are what the operation takes, but for one text or list, which is as long as it can be. */
export function bodiesOfSchema(schema: Schema, size: number): HostileBody[] {
  const whole = likely(schema, new Random(1))
  if (typeof whole !== 'object' || whole === null) return []
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const oneSpoilt = members.flatMap(([name, member]) =>
    spoilt(member, size).map(({ kind, value }) =>
      body(kind, JSON.stringify({ ...whole, [name]: value }))
    )
  )
  return [...oneSpoilt, ...allAlike(whole, members)]
}

/** What is compared with each other is alike: every text of the body, and names that the operation does not ask for. */
function allAlike(whole: object, members: readonly [string, Schema][]): HostileBody[] {
  return Object.entries(HOSTILE_TEXTS).map(([kind, text]) => {
    const alike = members
      .filter(([, member]) => JSON.stringify(member).includes('"string"'))
      .map(([name, member]) => [name, text(longest(member))])
    const names = Object.fromEntries(NAMES.map((name) => [name, text(512)]))
    const content = { ...names, ...whole, ...Object.fromEntries(alike) }
    return body(`alike: ${kind}`, JSON.stringify(content))
  })
}

const NAMES = ['username', 'nickname', 'email', 'title', 'name']

function spoilt(member: Schema, size: number): { kind: string; value: unknown }[] {
  const kinds = JSON.stringify(member)
  const length = Math.max(16, Math.min(size - 500, 300_000))
  const texts = Object.entries(HOSTILE_TEXTS).flatMap(([name, text]) => [
    { kind: `text: ${name}`, value: fitting(text, length, size - 500) },
    { kind: `short text: ${name}`, value: text(longest(member)) },
  ])
  const most = Math.min(MANY, Math.floor(length / 8))
  const lists = [
    { kind: 'list of numbers', value: Array.from({ length: most }, (_, index) => index + 1) },
    { kind: 'list of one number', value: Array.from({ length: most }, () => 1) },
    { kind: 'list of objects', value: Array.from({ length: Math.floor(most / 2) }, () => ({})) },
  ]
  return [
    ...(kinds.includes('"string"') || member.type === undefined ? texts : texts.slice(0, 1)),
    ...(kinds.includes('"array"') || member.type === undefined ? lists : lists.slice(0, 1)),
  ]
}

/** Of so many characters, or as many of them as go into so many bytes. */
function fitting(text: (size: number) => string, length: number, bytes: number): string {
  const taken = Buffer.byteLength(JSON.stringify(text(length)))
  return text(taken <= bytes ? length : Math.floor((length * bytes) / taken))
}

function longest({ maxLength }: Schema): number {
  return Math.max(2, Math.min(typeof maxLength === 'number' ? maxLength : 100, 20_000))
}

const SHAPES: readonly { kind: string; text: (size: number) => string }[] = [
  { kind: 'deep', text: (size) => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}` },
  { kind: 'deep objects', text: (size) => filled('{"a":', size) },
  {
    kind: 'as deep as may be',
    text: (size) => `[${list(`${'['.repeat(98)}${']'.repeat(98)}`, size)}]`,
  },
  { kind: 'members', text: (size) => `{${keys(size, (index) => `"k${index}":1`)}}` },
  {
    kind: 'members with escapes',
    text: (size) => `{${keys(size, (index) => `"\\u0061${index}":"\\u0062"`)}}`,
  },
  { kind: 'the same member', text: (size) => `{${list('"username":"a"', size)}}` },
  { kind: 'numbers', text: (size) => `[${list('1', size)}]` },
  { kind: 'objects', text: (size) => `[${list('{}', size)}]` },
  { kind: 'a long text', text: (size) => JSON.stringify({ username: 'a'.repeat(size - 20) }) },
  {
    kind: 'escapes',
    text: (size) => `{"username":"${filled('\\u4e00', size - 20 - ((size - 20) % 6))}"}`,
  },
  { kind: 'a long number', text: (size) => `{"username":${'9'.repeat(size - 20)}}` },
  { kind: 'a long name', text: (size) => `{"${'a'.repeat(size - 20)}":1}` },
  { kind: 'blanks', text: (size) => `{${' '.repeat(size - 2)}}` },
  { kind: 'no JSON', text: (size) => `{"a":"${'\\\\'.repeat(size / 2 - 10)}` },
  { kind: 'prototypes', text: (size) => `[${list('{"__proto__":{"a":1}}', size)}]` },
]

function list(element: string, size: number): string {
  return Array(Math.max(1, Math.min(MANY, Math.floor(size / (element.length + 1)))))
    .fill(element)
    .join()
}

function keys(size: number, member: (index: number) => string): string {
  return Array.from({ length: Math.min(MANY, Math.floor(size / 20)) }, (_, index) =>
    member(index)
  ).join()
}

/** A thousand bytes that would become a megabyte and more. */
function packed(): HostileBody[] {
  const text = Buffer.from(`[${'0,'.repeat(500_000)}0]`)
  const zip = gzipSync(text)
  return [
    { kind: 'packed', bytes: zip, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } },
    {
      kind: 'packed otherwise',
      bytes: brotliCompressSync(text),
      headers: { ...JSON_TYPE, 'content-encoding': 'br' },
    },
    { kind: 'packed mislabelled', bytes: zip, headers: { ...JSON_TYPE, 'content-encoding': 'br' } },
    {
      kind: 'packed twice',
      bytes: gzipSync(zip),
      headers: { ...JSON_TYPE, 'content-encoding': 'gzip, gzip' },
    },
  ]
}

function odd(size: number): HostileBody[] {
  const utf16 = { 'content-type': 'application/json; charset=utf-16le' }
  return [
    { kind: 'no UTF-8', bytes: Buffer.alloc(size, 0xff), headers: JSON_TYPE },
    {
      kind: 'UTF-16',
      bytes: Buffer.from(`{"a":"${'a'.repeat(size / 2 - 10)}"}`, 'utf16le'),
      headers: utf16,
    },
    {
      kind: 'crumbs',
      bytes: Buffer.from(filled('{"a":[', size)),
      headers: JSON_TYPE,
      crumbs: true,
    },
    {
      kind: 'another type',
      bytes: Buffer.alloc(size, 'a'),
      headers: { 'content-type': `text/${'x;'.repeat(5_000)}` },
    },
    {
      kind: 'a form',
      bytes: Buffer.from(filled('a[b][c]=1&', size)),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  ]
}

function body(kind: string, text: string): HostileBody {
  return { kind, bytes: Buffer.from(text), headers: JSON_TYPE }
}
