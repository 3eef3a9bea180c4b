import type { Server } from 'node:http'

/** A client that waits before it sends its body is told to go on only when somebody is about to read it. */
export function holdExpectedBodies(server: Server): void {
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
}
