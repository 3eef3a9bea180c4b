import { connect } from 'node:net'

/** A request as it goes over the wire, whatever it means. */
export interface WireRequest {
  method: string
  /** With the query. */
  target: string
  headers: Readonly<Record<string, string>>
  body?: Buffer
  /** As chunks of one byte each. */
  crumbs?: boolean
}

export interface WireAnswer {
  /** 0 when the connection ended without one. */
  status: number
  /** Bytes that were sent. */
  sent: number
}

const PATIENCE_MS = 30_000
/** A stream of events goes on for ever. */
const STREAM = /^content-type: text\/event-stream/im
const CRUMBS = 4_096

/** Sends one request on a connection of its own, and waits for the end of its answer. */
export function send(port: number, request: WireRequest): Promise<WireAnswer> {
  const bytes = written(request)
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let head = ''
    const finish = () => {
      socket.destroy()
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), sent: bytes.length })
    }
    socket.setTimeout(PATIENCE_MS, finish)
    socket.on('error', () => undefined)
    socket.once('close', finish)
    socket.on('data', (chunk: Buffer) => {
      if (head.length < 4_096) head += chunk.toString('latin1')
      if (STREAM.test(head)) finish()
    })
  })
}

function written({ method, target, headers, body, crumbs }: WireRequest): Buffer {
  const framing = body === undefined ? {} : lengthOf(body, crumbs)
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers, ...framing })
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
  ]
  const start = Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1')
  if (body === undefined) return start
  return Buffer.concat([start, crumbs ? inCrumbs(body) : body])
}

function lengthOf(body: Buffer, crumbs?: boolean): Record<string, string> {
  return crumbs ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) }
}

function inCrumbs(body: Buffer): Buffer {
  const crumbs = [...body.subarray(0, CRUMBS)].map((byte) =>
    Buffer.concat([Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')])
  )
  return Buffer.concat([...crumbs, Buffer.from('0\r\n\r\n')])
}
