import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A TCP relay on loopback before a real server, to cut and restore the connection to it. */
export class Relay {
  readonly #sockets = new Set<Socket>()
  #cut = false

  private constructor(
    private readonly server: Server,
    readonly port: number
  ) {}

  static async to(host: string, port: number): Promise<Relay> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const relay = new Relay(server, (server.address() as AddressInfo).port)
    server.on('connection', (socket) => relay.#join(socket, host, port))
    return relay
  }

  /** Ends every connection and refuses new ones. */
  cut(): void {
    this.#cut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  restore(): void {
    this.#cut = false
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.server.close(resolve))
  }

  #join(near: Socket, host: string, port: number) {
    if (this.#cut) return void near.destroy()
    const far = connect(port, host)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
    near.pipe(far).pipe(near)
  }
}
