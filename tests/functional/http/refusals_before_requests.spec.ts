import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import { RawConnection, type RawAnswer } from '../../helpers/raw_request.js'

const HANDSHAKE = {
  'connection': 'Upgrade',
  'upgrade': 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}
const { 'sec-websocket-key': _key, ...keyless } = HANDSHAKE
const HOST = 'Host: a\r\n'

test.group('HTTP | refusals before requests', () => {
  for (const { what, head, status, reason } of [
    { what: 'half a percent sign', head: `GET /app/% HTTP/1.1\r\n${HOST}`, status: 400 },
    { what: 'no UTF-8', head: `GET /%c0%af HTTP/1.1\r\n${HOST}`, status: 400 },
    { what: 'no host', head: 'GET /no/such/path HTTP/1.1\r\n', status: 400 },
    {
      what: 'an expectation',
      head: `GET /app HTTP/1.1\r\n${HOST}Expect: foo\r\n`,
      status: 417,
      reason: 'E_EXPECTATION',
    },
  ]) {
    test(`put the refusal of ${what} into the envelope, and count it`, async ({ assert }) => {
      const answer = await answerTo(`${head}\r\n`)
      assertLikeAll(assert, answer, status, reason)
      assert.isTrue(answer.headers.has('x-ratelimit-remaining'))
    })
  }

  for (const { what, text, status, reason } of [
    { what: 'no HTTP', text: 'good morning\r\n\r\n', status: 400, reason: 'E_BAD_REQUEST' },
    {
      what: 'headers beyond 16 KB',
      text: `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      status: 431,
      reason: 'E_HEADERS_TOO_LARGE',
    },
  ]) {
    test(`put the refusal of ${what} into the envelope`, async ({ assert }) => {
      assertLikeAll(assert, await answerTo(text), status, reason)
    })
  }

  for (const { what, method, headers } of [
    { what: 'without a key', method: 'GET', headers: keyless },
    {
      what: 'of another version',
      method: 'GET',
      headers: { ...HANDSHAKE, 'sec-websocket-version': '7' },
    },
    { what: 'by POST', method: 'POST', headers: HANDSHAKE },
  ]) {
    test(`put the refusal of a socket ${what} into the envelope`, async ({ assert }) => {
      const connection = new RawConnection()
      const answer = await connection.head(method, '/ws/im', headers).answer()
      connection.close()
      assertLikeAll(assert, answer, 400, 'E_HANDSHAKE')
      assert.equal(answer.headers.get('sec-websocket-version'), '13, 8')
    })
  }
})

async function answerTo(text: string): Promise<RawAnswer> {
  const connection = new RawConnection()
  try {
    return await connection.write(text).answer()
  } finally {
    connection.close()
  }
}

function assertLikeAll(
  assert: Assert,
  { status, headers, body }: RawAnswer,
  expected: number,
  reason = 'E_BAD_REQUEST'
): void {
  assert.equal(status, expected)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.match(headers.get('x-request-id') ?? '', /^[\w-]{36}$/)
  const envelope = JSON.parse(body)
  assert.equal(envelope.code, expected)
  assert.equal(envelope.data.reason, reason)
}
