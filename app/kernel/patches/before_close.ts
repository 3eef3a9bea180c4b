import type { Server } from 'node:http'

/**
 * Node.js emits `close` once the last connection has ended, and nothing when `server.close()` is called: connections that
 * were upgraded, which it neither counts as idle nor ends, keep it from ever closing. `work` runs as the server is told to
 * close.
 *
 * Upstream: https://github.com/nodejs/node/issues/53536 (closed: upgraded connections are left to their owner).
 * Remove when the server emits an event as it begins to close.
 */
export function beforeClose(server: Server, work: () => void): void {
  const close = server.close.bind(server)
  server.close = (done) => {
    work()
    return close(done)
  }
}
