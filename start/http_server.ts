import { createServer, type RequestListener, type Server } from 'node:http'
import { announceHttpServer } from '#kernel/http/http_server'

/** The one HTTP server of the process; plugins that take upgrades hear of it here, in tests too. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer({ requestTimeout: 300_000, headersTimeout: 30_000 }, listener)
  announceHttpServer(server)
  return server
}
