import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A TCP relay on loopback before a real server, to cut, silence and restore the connection to it. */
export class Relay {
  readonly #sockets = new Set<Socket>()
  readonly #silent = new WeakSet<Socket>()
  #state: 'open' | 'cut' | 'silent' = 'open'

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private far: { host: string; port: number }
  ) {}

  static async to(host: string, port: number): Promise<Relay> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const relay = new Relay(server, (server.address() as AddressInfo).port, { host, port })
    server.on('connection', (socket) => relay.#join(socket))
    return relay
  }

  /** New connections lead to another server; those there are stay. */
  lead(port: number): void {
    this.far = { ...this.far, port }
  }

  /** Ends every connection and refuses new ones. */
  cut(): void {
    this.#state = 'cut'
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Swallows all that comes, of connections there are for good: neither side hears of the other again, nor of its end. */
  silence(): void {
    this.#state = 'silent'
    for (const socket of this.#sockets) this.#swallow(socket)
  }

  /** New connections work again. */
  restore(): void {
    this.#state = 'open'
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.server.close(resolve))
  }

  #join(near: Socket) {
    if (this.#state === 'cut') return void near.destroy()
    this.#keep(near)
    if (this.#state === 'silent') return this.#swallow(near)
    const far = connect(this.far)
    this.#keep(far)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('close', () => {
        if (!this.#silent.has(socket) || this.#state === 'cut') other.destroy()
      })
    }
    near.pipe(far).pipe(near)
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#sockets.delete(socket))
  }

  #swallow(socket: Socket): void {
    this.#silent.add(socket)
    socket.unpipe()
    socket.resume()
  }
}
