import type { Server, ServerResponse } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

type AnyServer = Server | SecureServer

const EVERY_MS = 100

/** Longer than a proxy keeps a connection that lies idle (docker/nginx.conf says 2 s), so that it is the one to close it. */
const IDLE_MS = 2_500

/** The first may come before the event loop has looked at what waits. */
const QUIET_TURNS = 2

/** Whoever knocks without end does not keep a process from stopping. */
const LONGEST_MS = 1_000

/** So long before it listens no more, a server keeps connections again. */
const GATHERING_MS = 1_000

/**
 * How a server that is going to stop parts from those who keep connections to it, proxies above all: each answer says
 * `Connection: close`, so that they come back over one to another node.
 *
 * But not in the last second before it listens no more: a proxy that opens a connection for each request would be opening
 * one in the very moment in which nobody takes it any more, and does not send a request that writes a second time.
 */
export class ConnectionDraining {
  #isKeeping = false

  constructor(private readonly server: AnyServer) {
    server.prependListener('request', (_request, response: ServerResponse) => {
      if (!this.#isKeeping) response.shouldKeepAlive = false
    })
  }

  /** Resolves when the server may listen no more, which has to follow at once. */
  async after(milliseconds: number): Promise<void> {
    await pause(Math.max(milliseconds - GATHERING_MS, 0))
    const gathers = milliseconds > GATHERING_MS
    this.#isKeeping = gathers
    if (gathers) await pause(GATHERING_MS)
    await letInWhoKnocked(this.server)
    this.#isKeeping = false
    this.#closeIdle(gathers ? IDLE_MS : 0)
  }

  /** Not before `milliseconds` have passed: a proxy may be sending over one of them at this moment. */
  #closeIdle(milliseconds: number) {
    const close = this.server.closeIdleConnections.bind(this.server)
    if (milliseconds > 0) this.server.closeIdleConnections = () => {}
    setTimeout(() => setInterval(close, EVERY_MS).unref(), milliseconds).unref()
  }
}

/** The system resets who has knocked and was not let in, and the event loop lets in one a turn. */
async function letInWhoKnocked(server: AnyServer): Promise<void> {
  const end = performance.now() + LONGEST_MS
  let quiet = 0
  const knock = () => (quiet = 0)
  server.on('connection', knock)
  while (quiet < QUIET_TURNS && performance.now() < end) {
    quiet++
    await nextTurn()
  }
  server.off('connection', knock)
}
