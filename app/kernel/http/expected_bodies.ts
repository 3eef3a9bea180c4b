import type { Server } from 'node:http'
import { E_EXPECTATION } from '#kernel/errors/main'
import { refuseOnceCounted } from './refused_requests.js'

/**
 * A client that sends `Expect: 100-continue` gets its 100 when the body is about to be read. Other expectations are refused.
 */
export function holdExpectedBodies(server: Server): void {
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  server.on('checkExpectation', (request, response) => {
    refuseOnceCounted(request, new E_EXPECTATION())
    server.emit('request', request, response)
  })
}
