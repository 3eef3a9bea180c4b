import { connect } from 'node:net'

/** A request as it goes over the wire, whatever it means. */
export interface WireRequest {
  method: string
  /** With the query. */
  target: string
  headers: Readonly<Record<string, string>>
  body?: Buffer
}

const PATIENCE_MS = 30_000

/** Sends one request on a connection of its own, and waits for the end of its answer. */
export function send(port: number, { method, target, headers, body }: WireRequest): Promise<void> {
  const length: Record<string, string> = body ? { 'content-length': String(body.length) } : {}
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers, ...length })
  const head = [`${method} ${target} HTTP/1.1`, ...lines.map((line) => line.join(': '))]
  const start = Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1')
  return sendAll(port, body ? Buffer.concat([start, body]) : start)
}

/** Resolves when the connection is closed. */
export function sendAll(port: number, bytes: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.once('close', () => resolve())
    socket.resume()
  })
}
