import type { Server, ServerResponse } from 'node:http'
import type { Server as SecureServer } from 'node:https'

const EVERY_MS = 100

/**
 * From now on each answer says `Connection: close`, so that a proxy that keeps its connections comes back over one to
 * another node, and none is left that would have to be cut. One that was being answered when this began is closed as
 * soon as it is idle and the server listens no more.
 */
export function partFromClients(server: Server | SecureServer): void {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  setInterval(() => {
    if (!server.listening) server.closeIdleConnections()
  }, EVERY_MS).unref()
}
