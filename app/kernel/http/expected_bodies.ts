import type { Server } from 'node:http'
import { E_EXPECTATION } from '#kernel/errors/main'
import { refuseOnceCounted } from './refused_requests.js'

/**
 * A client that waits before it sends its body is told to go on only when somebody is about to read it; whoever expects
 * anything else is refused.
 */
export function holdExpectedBodies(server: Server): void {
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  server.on('checkExpectation', (request, response) => {
    refuseOnceCounted(request, new E_EXPECTATION())
    server.emit('request', request, response)
  })
}
