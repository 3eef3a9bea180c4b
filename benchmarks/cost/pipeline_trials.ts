import { connect } from 'node:net'
import type { Trial } from './trial.js'

/** What one read of a socket brings at most. */
const ONE_READ = 63 * 1024
const PATIENCE_MS = 10_000

const REQUESTS: Readonly<Record<string, string>> = {
  'unknown paths': 'GET /x HTTP/1.1\r\nHost: a\r\n\r\n',
  'what is served': 'GET /actuator/health HTTP/1.1\r\nHost: a\r\n\r\n',
  'paths that mean nothing': 'GET /% HTTP/1.1\r\nHost: a\r\n\r\n',
  'no host': 'GET /x HTTP/1.1\r\n\r\n',
  'expectations': 'GET /x HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n',
  'preflights':
    'OPTIONS /x HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\nAccess-Control-Request-Method: GET\r\n\r\n',
  'bodies': 'POST /app/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n{',
  'refused upgrades':
    'GET /ws/im HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
}

/** A whole read of requests on one connection, none of which waits for the answer to the one before; it counts as one. */
export function pipelineTrials(port: number): Trial[] {
  return Object.entries(REQUESTS).map(([kind, request]) => {
    const bytes = request.repeat(Math.floor(ONE_READ / request.length))
    return {
      actor: 'nobody',
      kind: `pipeline: ${kind}`,
      target: 'connection',
      run: async () => ({ status: await sendAll(port, bytes), sent: bytes.length }),
    }
  })
}

/** Resolves when the connection is closed, to the status of the first answer. */
function sendAll(port: number, bytes: string): Promise<number | string> {
  return new Promise((resolve) => {
    let head = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      if (head === '') head = chunk.toString('latin1')
    })
    socket.once('close', () => resolve(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 'cut off'))
  })
}
