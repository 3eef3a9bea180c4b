import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  /** Names in lower case. */
  headers: Map<string, string>
  body: string
}

/** A connection on which a test says exactly what it says, and no more than that. */
export class RawConnection {
  readonly #socket: Socket
  #received = ''

  constructor() {
    this.#socket = connect(Number(process.env.PORT), process.env.HOST)
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (text: string) => (this.#received += text))
    this.#socket.on('error', () => undefined)
  }

  /** The head of a request; `host` is added. */
  head(method: string, path: string, headers: Readonly<Record<string, string>> = {}): this {
    const lines = Object.entries({ host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}`
    )
    return this.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  }

  write(bytes: string | Buffer): this {
    this.#socket.write(bytes)
    return this
  }

  /** The next whole answer, once it has come. */
  async answer(): Promise<RawAnswer> {
    for (;;) {
      const answer = this.#takeAnswer()
      if (answer) return answer
      if (this.#socket.destroyed) throw new Error(`closed after "${this.#received}"`)
      await this.#news()
    }
  }

  /** Resolves when the other side has closed. */
  async closed(): Promise<void> {
    while (!this.#socket.destroyed) await this.#news()
  }

  close(): void {
    this.#socket.destroy()
  }

  /** More has come, or the other side has closed, be it by a reset. */
  async #news(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const come = () => resolve()
    this.#socket.once('data', come).once('close', come)
    await promise
    this.#socket.off('data', come).off('close', come)
  }

  #takeAnswer(): RawAnswer | null {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end === -1) return null
    const [start = '', ...lines] = this.#received.slice(0, end).split('\r\n')
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
      })
    )
    const length = Number(headers.get('content-length') ?? 0)
    const body = this.#received.slice(end + 4, end + 4 + length)
    if (body.length < length) return null
    this.#received = this.#received.slice(end + 4 + length)
    return { status: Number(start.split(' ')[1]), headers, body }
  }
}
