import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { ApplicationService } from '@adonisjs/core/types'
import { Health } from './health.js'

type AnyServer = Server | SecureServer

export interface StopTimes {
  /** How long the service still takes requests while its readiness says DOWN, so that a balancer can turn away. */
  drainSeconds: number
  /** After this a request that hangs no longer keeps the process alive. */
  limitSeconds: number
}

/** The event loop accepts one waiting connection a turn; so many turns without one mean that none waits. */
const QUIET_TURNS = 2
const LONGEST_ACCEPT_MS = 1_000

/**
 * Before anything is closed: readiness turns DOWN, every response says `Connection: close`, and balancers get time to
 * notice. What runs on after the limit is cut off with exit code 1.
 *
 * To be called when the service is ready, since what is registered last runs first.
 */
export async function stopGracefully(app: ApplicationService, times: StopTimes): Promise<void> {
  const health = await app.container.make(Health)
  const server = (await app.container.make('server')).getNodeServer()!
  const logger = await app.container.make('logger')
  const closeUnused = watchUnused(server)

  app.terminating(async () => {
    logger.info('the service stops')
    health.stop()
    setTimeout(() => {
      logger.error('what was still running at the stop limit was cut off')
      process.exit(1)
    }, times.limitSeconds * 1000).unref()
    server.prependListener('request', (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false
    })
    await pause(times.drainSeconds * 1000)
    await acceptPending(server)
    closeUnused()
  })
}

/**
 * Knows the connections on which no request has arrived yet, or only a part of its head; browsers open some ahead of need. The
 * server itself waits for them as for requests.
 *
 * @returns closes them
 */
function watchUnused(server: AnyServer): () => void {
  const unused = new Set<Socket>()
  const used = ({ socket }: IncomingMessage) => unused.delete(socket)
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', used)
  server.on('upgrade', used)
  return () => unused.forEach((socket) => socket.destroy())
}

/** The system resets connections that were not accepted when the server stops listening. */
async function acceptPending(server: AnyServer): Promise<void> {
  const end = performance.now() + LONGEST_ACCEPT_MS
  let quiet = 0
  const accepted = () => (quiet = 0)
  server.on('connection', accepted)
  while (quiet < QUIET_TURNS && performance.now() < end) {
    quiet++
    await nextTurn()
  }
  server.off('connection', accepted)
}
