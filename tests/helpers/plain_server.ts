import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from '@japa/runner/core'

type Cleanup = TestContext['cleanup']

/** An HTTP server of Node.js as it is, without the application. */
export async function plainServer(
  listener: RequestListener,
  cleanup: Cleanup,
  options: ServerOptions = {}
): Promise<Server> {
  const server = createServer(options, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup(() => {
    server.close()
    server.closeAllConnections()
  })
  return server
}

/** A connection to it, which may be reset. */
export async function connectionTo(server: Server, cleanup: Cleanup): Promise<Socket> {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  cleanup(() => void socket.destroy())
  return socket
}

/** Names of the events that an emitter emits from now on. */
export function eventsOf(emitter: NodeJS.EventEmitter): (string | symbol)[] {
  const names: (string | symbol)[] = []
  const emit = emitter.emit.bind(emitter)
  emitter.emit = (name, ...details) => {
    names.push(name)
    return emit(name, ...details)
  }
  return names
}
