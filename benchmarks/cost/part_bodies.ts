import { zipSync } from 'fflate'
import { stuffedZip } from '#tests/helpers/stuffed_zips'
import { HOSTILE_WORKBOOKS, workbookOf } from '#tests/helpers/workbooks'
import { filled, HOSTILE_TEXTS } from './hostile_texts.js'
import type { HostileBody } from './json_bodies.js'

const BOUNDARY = 'cost-of-a-part'
const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const FILE = 'Content-Disposition: form-data; name="file"; filename="a.xlsx"'

/** Multipart bodies, and files in them, that mean no good to whoever takes them apart. */
export function partBodies(size: number): HostileBody[] {
  return [
    ...FORMS.map(({ kind, parts }) => body(kind, parts(size))),
    ...boundaries(size),
    ...files(size),
  ]
}

interface Part {
  head: string
  content: string | Uint8Array
}

const field = (name: string, content: string, more = ''): Part => ({
  head: `Content-Disposition: form-data; name="${name}"${more}`,
  content,
})

const many = (size: number, part: Part) =>
  Array.from(
    { length: Math.floor(size / (part.head.length + part.content.length + 30)) },
    () => part
  )

const FORMS: readonly { kind: string; parts: (size: number) => Part[] }[] = [
  { kind: 'many fields', parts: (size) => many(size, field('a', 'b')) },
  { kind: 'many nameless parts', parts: (size) => many(size, { head: 'x: y', content: '' }) },
  { kind: 'many files', parts: (size) => many(size, { head: FILE, content: 'a' }) },
  { kind: 'many other files', parts: (size) => many(size, field('b', 'a', '; filename="a"')) },
  { kind: 'a long field', parts: (size) => [field('title', 'a'.repeat(size))] },
  { kind: 'a deep name', parts: () => [field('a[0]'.repeat(900), 'b')] },
  { kind: 'a far index', parts: () => [field('a[99999999]', 'b')] },
  { kind: 'a long head', parts: (size) => [field('a'.repeat(size), 'b')] },
  {
    kind: 'names of files in a head',
    parts: () => [field('a', 'b', filled('; filename="a" ', 3_900))],
  },
  { kind: 'half a name of a file', parts: () => [field('a', 'b', `; filename*=UTF-8''%`)] },
  {
    kind: 'beginnings of delimiters',
    parts: (size) => [{ head: FILE, content: '\r'.repeat(size) }],
  },
  {
    kind: 'halves of delimiters',
    parts: (size) => [{ head: FILE, content: filled(`\r\n--${BOUNDARY.slice(0, -1)}`, size) }],
  },
  {
    kind: 'a file in base64',
    parts: (size) => [
      { head: `${FILE}\r\nContent-Transfer-Encoding: base64`, content: 'QUFB'.repeat(size / 4) },
    ],
  },
  { kind: 'lines', parts: (size) => [{ head: FILE, content: filled('a\n', size) }] },
  {
    kind: 'a table of delimiters',
    parts: (size) => [{ head: FILE, content: `username${filled(',;\t', size)}` }],
  },
  {
    kind: 'a table of quotes',
    parts: (size) => [{ head: FILE, content: `username\n${'"'.repeat(size)}` }],
  },
  {
    kind: 'a table of empty rows',
    parts: (size) => [{ head: FILE, content: `username\n${filled(',\n', size)}` }],
  },
]

function boundaries(size: number): HostileBody[] {
  const same = 'a'.repeat(70)
  const bytes = Buffer.from(
    `--${same}\r\n${FILE}\r\n\r\n${filled(`\r\n--${'a'.repeat(69)}`, size)}`
  )
  const headers = { 'content-type': `multipart/form-data; boundary=${same}` }
  const endless = { 'content-type': `multipart/form-data; boundary=${'a'.repeat(10_000)}` }
  return [
    { kind: 'a boundary of one letter', bytes, headers },
    { kind: 'a boundary without end', bytes, headers: endless },
    {
      kind: 'no end',
      bytes: written([{ head: FILE, content: 'a'.repeat(size) }]).subarray(0, size - 100),
      headers: TYPE,
    },
    {
      kind: 'parts in crumbs',
      bytes: written(many(4_096, field('a', 'b'))),
      headers: TYPE,
      crumbs: true,
    },
  ]
}

function files(size: number): HostileBody[] {
  const stuffed = Math.floor(size / 65_600)
  const entries = Object.fromEntries(
    Array.from({ length: Math.min(19_000, Math.floor(size / 100)) }, (_, index) => [
      `${index}`,
      new Uint8Array(),
    ])
  )
  const packages = {
    'a package of many parts': zipSync(entries),
    'a package of extra fields': stuffedZip({ parts: stuffed, extra: 65_532 }),
    'a package of comments': stuffedZip({ parts: stuffed, comment: 65_535 }),
    'a package of long names': stuffedZip({ parts: stuffed, name: 'a'.repeat(65_535) }),
    'a package of small extra fields': stuffedZip({
      parts: Math.floor(size / 4_100),
      extra: 4_000,
    }),
    'a package of nothing but zeros': zipSync({
      'word/document.xml': new Uint8Array(32 * 1024 * 1024),
    }),
    ...Object.fromEntries(
      Object.entries(HOSTILE_WORKBOOKS).map(([kind, parts]) => [
        `workbook: ${kind}`,
        workbookOf(parts),
      ])
    ),
  }
  const rows = Object.entries(HOSTILE_TEXTS).map(([kind, text]) =>
    body(`a table of ${kind}`, [
      { head: FILE, content: `username,email,phone\n${`a,${text(90)},${text(90)}\n`.repeat(50)}` },
    ])
  )
  return [
    ...Object.entries(packages).map(([kind, content]) => body(kind, [{ head: FILE, content }])),
    ...rows,
  ]
}

function body(kind: string, parts: readonly Part[]): HostileBody {
  return { kind: `parts: ${kind}`, bytes: written(parts), headers: TYPE }
}

function written(parts: readonly Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
      typeof content === 'string' ? Buffer.from(content) : content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
}
