import { test } from '@japa/runner'
import fc from 'fast-check'
import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE } from '#kernel/errors/main'
import { MultipartBody } from '#kernel/http/multipart_body'

const BOUNDARY = 'frontier'
const MB = 1024 * 1024

interface Read {
  name: string
  filename: string | null
  content: string
}

function bodyOf(parts: readonly { head: string; content: string }[]): Buffer {
  const text = parts.map(({ head, content }) => `--${BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n`)
  return Buffer.from(`${text.join('')}--${BOUNDARY}--\r\n`)
}

const named = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`

async function read(pieces: readonly Buffer[], limit = MB): Promise<Read[]> {
  async function* source() {
    yield* pieces
  }
  const parts: Read[] = []
  for await (const { name, filename, content } of new MultipartBody(
    source(),
    BOUNDARY,
    limit
  ).parts()) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk)
    parts.push({ name, filename, content: Buffer.concat(chunks).toString() })
  }
  return parts
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const edges = [...new Set(places.map((place) => place % bytes.length))].sort((a, b) => a - b)
  return [0, ...edges].map((from, index) => bytes.subarray(from, edges[index] ?? bytes.length))
}

test.group('Multipart body', () => {
  test('read the same parts wherever the network cuts the body', async ({ assert }) => {
    const almost = fc.constantFrom('\r', '\n', '-', '\r\n--', `\r\n--${BOUNDARY.slice(0, 4)}`, 'x')
    const content = fc.array(almost, { maxLength: 20 }).map((texts) => texts.join(''))
    const property = fc.asyncProperty(
      fc.array(content, { maxLength: 5 }),
      fc.array(fc.nat(), { maxLength: 30 }),
      async (contents, places) => {
        const given = contents.map((text, index) => ({ head: named(`f${index}`), content: text }))
        const found = await read(cut(bodyOf(given), places))
        assert.deepEqual(
          found.map((part) => part.content),
          contents
        )
      }
    )
    await fc.assert(property, { numRuns: 60 })
  })

  test('know a file’s name in every spelling')
    .with([
      ['; filename="a.txt"', 'a.txt'],
      ['; filename=a.txt', 'a.txt'],
      ['; filename="say %22hi%22.txt"', 'say "hi".txt'],
      ['; filename="say \\"hi\\".txt"', 'say "hi".txt'],
      ['; filename="c:\\dir\\a.txt"', 'c:\\dir\\a.txt'],
      [`; filename="x"; filename*=UTF-8''%E2%82%AC.txt`, '€.txt'],
      [`; filename="x"; filename*=UTF-8''%`, 'x'],
      ['; filename=""', ''],
      ['', null],
    ] as const)
    .run(async ({ assert }, [parameters, filename]) => {
      const parts = await read([bodyOf([{ head: named('file', parameters), content: 'x' }])])
      assert.deepEqual(parts, [{ name: 'file', filename, content: 'x' }])
    })

  test('refuse {title}')
    .with([
      { title: 'too many parts', parts: 60, head: named('a'), error: E_PAYLOAD_TOO_LARGE },
      {
        title: 'a head without end',
        parts: 1,
        head: named('x'.repeat(10_000)),
        error: E_PAYLOAD_TOO_LARGE,
      },
      {
        title: 'a part in base64',
        parts: 1,
        head: `${named('a')}\r\nContent-Transfer-Encoding: base64`,
        error: E_BAD_REQUEST,
      },
    ])
    .run(async ({ assert }, { parts, head, error }) => {
      const given = Array.from({ length: parts }, () => ({ head, content: '' }))
      await assert.rejects(() => read([bodyOf(given)]), error)
    })

  test('refuse a body in crumbs, and one beyond the limit', async ({ assert }) => {
    const body = bodyOf([{ head: named('a'), content: 'x'.repeat(2_000) }])
    const crumbs = Array.from(body, (byte) => Buffer.of(byte))
    await assert.rejects(() => read(crumbs), E_BAD_REQUEST)
    await assert.rejects(() => read([body], 1_000), E_PAYLOAD_TOO_LARGE)
  })
})
