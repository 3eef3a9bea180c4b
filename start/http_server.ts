import {
  isClaimedUpgrade,
  holdExpectedBodies,
  announceHttpServer,
  answerUnreadable,
} from '#kernel/http/main'
import { limitPipelining } from '#kernel/patches/main'
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'

const OPTIONS: ServerOptions = {
  requestTimeout: 300_000,
  headersTimeout: 30_000,
  shouldUpgradeCallback: isClaimedUpgrade,
  /** Asked for by `RefusedRequestsMiddleware`, whose answer is like all the others. */
  requireHostHeader: false,
}

/** The one HTTP server of the process; plugins that take upgrades hear of it here, in tests too. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(OPTIONS, limitPipelining(listener))
  holdExpectedBodies(server)
  answerUnreadable(server)
  announceHttpServer(server)
  return server
}
