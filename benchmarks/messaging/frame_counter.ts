import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import type { Seat } from './seat.js'

const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const [TEXT, PING] = [1, 9]

/**
 * The least client there is: answers pings and counts text frames without looking into them, so that thousands of
 * receivers cost the measuring process little.
 */
export class FrameCounter {
  frames = 0
  closed = false
  #opened = false
  #rest: Buffer = Buffer.alloc(0)
  #skip = 0
  #opcode = 0

  private constructor(
    private readonly socket: Socket,
    private readonly onFrame: () => void
  ) {
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#feed(chunk))
    socket.on('close', () => (this.closed = true))
    socket.on('error', () => (this.closed = true))
  }

  /** Resolves with the first frame, which says that it is known who it is. */
  static open({ url, token }: Seat, onFrame: () => void = () => undefined): Promise<FrameCounter> {
    const { hostname, port, pathname, search } = new URL(url)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      const counter: FrameCounter = new FrameCounter(socket, () => {
        if (counter.frames === 1) resolve(counter)
        else onFrame()
      })
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('a socket was refused')))
      const key = randomBytes(16).toString('base64')
      const lines = [
        `GET ${pathname}${search} HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${key}`,
        `Authorization: Bearer ${token}`,
      ]
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    })
  }

  close(): void {
    this.socket.destroy()
  }

  #feed(data: Buffer): void {
    const chunk = this.#rest.length > 0 ? Buffer.concat([this.#rest, data]) : data
    this.#rest = Buffer.alloc(0)
    let at = this.#opened ? 0 : this.#upgraded(chunk)
    while (at < chunk.length) {
      if (this.#skip === 0 && (at = this.#header(chunk, at)) < 0) return
      const taken = Math.min(this.#skip, chunk.length - at)
      at += taken
      this.#skip -= taken
      if (this.#skip === 0) this.#frame()
    }
  }

  #upgraded(chunk: Buffer): number {
    const end = chunk.indexOf('\r\n\r\n')
    if (end < 0) this.#rest = chunk
    else this.#opened = true
    return end < 0 ? chunk.length : end + 4
  }

  /** Where the payload begins; -1 when the header is not whole yet. */
  #header(chunk: Buffer, at: number): number {
    const short = chunk.length - at < 2 ? 0 : chunk[at + 1]! & 127
    const length = short === 126 ? 4 : 2
    if (chunk.length - at < length) {
      this.#rest = chunk.subarray(at)
      return -1
    }
    this.#opcode = chunk[at]! & 15
    this.#skip = short === 126 ? chunk.readUInt16BE(at + 2) : short
    if (this.#skip === 0) this.#frame()
    return at + length
  }

  #frame(): void {
    if (this.#opcode === PING) this.socket.write(PONG)
    if (this.#opcode !== TEXT) return
    this.frames += 1
    this.onFrame()
  }
}
