import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Counts what a client asks of a server that it reaches through here. */
export class Relay {
  asked = 0
  private readonly sockets = new Set<Socket>()

  private constructor(
    private readonly server: Server,
    readonly url: URL
  ) {}

  static async before(url: string, counterOf: () => (chunk: Buffer) => number): Promise<Relay> {
    const [target, address] = [new URL(url), new URL(url)]
    const relay = new Relay(createServer(), address)
    relay.server.on('connection', (socket) => relay.#join(socket, target, counterOf()))
    await new Promise<void>((resolve) => relay.server.listen(0, '127.0.0.1', resolve))
    address.hostname = '127.0.0.1'
    address.port = String((relay.server.address() as AddressInfo).port)
    return relay
  }

  stop(): void {
    this.server.close()
    for (const socket of this.sockets) socket.destroy()
  }

  #join(client: Socket, target: URL, count: (chunk: Buffer) => number): void {
    const server = connect(Number(target.port || DEFAULT_PORTS[target.protocol]), target.hostname)
    client.on('data', (chunk) => (this.asked += count(chunk)))
    client.pipe(server).pipe(client)
    for (const [socket, peer] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        this.sockets.delete(socket)
        peer.destroy()
      })
    }
  }
}

const DEFAULT_PORTS: Record<string, number> = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
}
const [EXECUTE, QUERY] = [...Buffer.from('EQ')]

/** Statements of a connection to PostgreSQL: messages that execute one. */
export function postgresStatements(): (chunk: Buffer) => number {
  let rest = Buffer.alloc(0)
  let started = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    let statements = 0
    for (;;) {
      const head = started ? 1 : 0
      if (rest.length < head + 4) return statements
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return statements
      if (started && (rest[0] === EXECUTE || rest[0] === QUERY)) statements++
      started = true
      rest = rest.subarray(length)
    }
  }
}

/** Commands of a connection to Redis: arrays of texts, each with its length. */
export function redisCommands(): (chunk: Buffer) => number {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    let commands = 0
    for (;;) {
      const end = rest.indexOf('\r\n')
      if (end < 0) return commands
      const [kind, size] = [String.fromCharCode(rest[0]!), Number(rest.toString('latin1', 1, end))]
      const length = kind === '$' ? end + 2 + size + 2 : end + 2
      if (rest.length < length) return commands
      if (kind === '*') commands++
      rest = rest.subarray(length)
    }
  }
}
