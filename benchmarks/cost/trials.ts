import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { WebSocket } from 'ws'
import { send, sendAll, type WireRequest } from './wire.js'

export interface Trial {
  name: string
  /** Sends it, and waits until it is over; resolves to how many requests it was. */
  run(): Promise<number>
  /** Whether it is sent over many connections at once, too. */
  together?: boolean
}

const KB = 1024
const JSON_TYPE = { 'content-type': 'application/json' }
const LOGIN = { method: 'POST', target: '/app/auth/login', headers: JSON_TYPE }
const CHANGE = { method: 'PUT', target: '/app/system/users/2000000000', headers: JSON_TYPE }
/** The line of a request and its headers have 16 KB together. */
const LINE = 14_000
const BURST = 190
/** Nearly the largest body that an operation takes. */
const LARGE = 250 * KB

const filled = (part: string, size: number) =>
  part.repeat(Math.ceil(size / part.length)).slice(0, size)

const BODIES: Readonly<Record<string, (size: number) => string | Buffer>> = {
  'a deep body': (size) => filled('[', size),
  'many members': (size) =>
    `{${Array.from({ length: size / 20 }, (_, index) => `"k${index}":1`).join()}}`,
  'many names': () => `{${Array.from({ length: 1_000 }, (_, index) => `"k${index}":1`).join()}}`,
  'many numbers': (size) => `[${filled('1,', size)}1]`,
  'a long text': (size) => JSON.stringify({ username: 'a'.repeat(size - 20) }),
  'escapes': (size) => `{"a":"${filled('\\u4e00', size - (size % 6))}"}`,
  'no UTF-8': (size) => Buffer.alloc(size, 0xff),
}

const HEADERS: Readonly<Record<string, Record<string, string>>> = {
  'cookies': { cookie: filled('a=s:b; ', LINE) },
  'proxies': { 'x-forwarded-for': `${filled('127.0.0.1,', LINE - 1)}1` },
  'a long bearer': { authorization: `Bearer ${filled('a.', LINE)}` },
  'an origin': { origin: `https://${filled('a.', LINE)}` },
}

export function trialsOfNobody(port: number): Trial[] {
  const packed = gzipSync(BODIES['many numbers']!(1_000 * KB))
  return [
    ...Object.entries(BODIES).flatMap(([name, text]) => [
      http(port, name, LOGIN, text(15 * KB)),
      http(port, `${name}, too large`, LOGIN, text(1_000 * KB)),
    ]),
    http(port, 'a packed body', packedHeaders(LOGIN), packed),
    ...Object.entries(HEADERS).map(([name, headers]) =>
      http(port, name, { method: 'GET', target: '/app/system/users', headers })
    ),
    {
      name: 'a pipeline of requests',
      run: async () => {
        await sendAll(port, filled('GET /x HTTP/1.1\r\nHost: a\r\n\r\n', 63 * KB))
        return 1
      },
    },
    frames(port, 'a first frame', {}, ['{"type":'.repeat(8_000)]),
  ]
}

export function trialsOfClerk(port: number, bearer: Record<string, string>): Trial[] {
  const signed = (request: WireRequest) => {
    return { ...request, headers: { ...request.headers, ...bearer } }
  }
  const query = (text: string) =>
    signed({ method: 'GET', target: `/app/system/users?${text}`, headers: {} })
  return [
    ...Object.entries(BODIES).flatMap(([name, text]) => [
      http(port, name, signed(CHANGE), text(LARGE)),
      http(port, `${name}, too large`, signed(CHANGE), text(1_000 * KB)),
    ]),
    http(port, 'a packed body', signed(packedHeaders(CHANGE)), gzipSync(filled('[1,', 1_000 * KB))),
    http(port, 'many parameters', query(filled('a=1&', LINE))),
    http(port, 'nested parameters', query(filled('a[b][c][d]=1&', LINE))),
    http(port, 'a keyword of wildcards', query(`keyword=${filled('%25_', 100)}`)),
    http(port, 'many parts', signed(MANY_PARTS), partsOf(1_000 * KB)),
    frames(port, 'deep frames', bearer, Array(BURST).fill('{"type":'.repeat(8_000))),
    frames(port, 'binary frames', bearer, Array(BURST).fill(Buffer.alloc(64 * KB))),
  ]
}

const packedHeaders = (request: WireRequest) => {
  return { ...request, headers: { ...request.headers, 'content-encoding': 'gzip' } }
}

const MANY_PARTS: WireRequest = {
  method: 'POST',
  target: '/app/document',
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
}

const partsOf = (size: number) =>
  `${filled('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n', size - (size % 51))}--x--\r\n`

function http(port: number, name: string, request: WireRequest, body?: string | Buffer): Trial {
  const bytes = body === undefined ? undefined : Buffer.from(body)
  const run = async () => (await send(port, { ...request, body: bytes }), 1)
  return { name, run, together: true }
}

/** Over when the service answers what was asked last, or has closed. */
function frames(
  port: number,
  name: string,
  headers: Record<string, string>,
  all: readonly (string | Buffer)[]
): Trial {
  const run = async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/im`, { headers })
    socket.on('error', () => undefined)
    await once(socket, 'open')
    const over = new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
      socket.on('message', (data) => String(data).includes('"the last"') && resolve())
    })
    for (const frame of all) socket.send(frame)
    socket.send('{"type":"ping","id":"the last"}')
    await over
    socket.terminate()
    return all.length
  }
  return { name, run }
}
