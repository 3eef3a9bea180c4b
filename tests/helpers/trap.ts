import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An address that nobody is to call: counts who does. */
export class Trap implements AsyncDisposable {
  calls = 0
  readonly #server: Server

  static async set(): Promise<Trap> {
    const trap = new Trap()
    trap.#server.listen(0, '127.0.0.1')
    await once(trap.#server, 'listening')
    return trap
  }

  private constructor() {
    this.#server = createServer((_request, response) => response.end())
    this.#server.on('connection', () => this.calls++)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }
}
