import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Its answer to TIME: two texts of digits, of which the first are the seconds. */
const TIME = /^\*2\r\n\$10\r\n(\d{10})\r\n\$\d\r\n\d+\r\n/m
const EIGHT_DAYS = 8 * 86_400

/** A real Redis, through which its clock is seen ahead of what it is. */
export class AheadRedis {
  aheadSeconds = EIGHT_DAYS
  readonly #sockets = new Set<Socket>()

  private constructor(
    private readonly server: Server,
    readonly port: number
  ) {}

  static async to(host: string, port: number): Promise<AheadRedis> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const redis = new AheadRedis(server, (server.address() as AddressInfo).port)
    server.on('connection', (near) => redis.#join(near, connect(port, host)))
    return redis
  }

  /** Ends every connection; new ones come about. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.server.close(resolve))
  }

  #join(near: Socket, far: Socket): void {
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (chunk: Buffer) => near.write(this.#ahead(chunk)))
  }

  #ahead(chunk: Buffer): Buffer {
    const text = chunk.toString('latin1')
    const answer = text.replace(TIME, (all, seconds: string) =>
      all.replace(seconds, String(Number(seconds) + this.aheadSeconds))
    )
    return Buffer.from(answer, 'latin1')
  }
}
