import { isClaimedUpgrade } from '#kernel/http/upgrades'
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { holdExpectedBodies } from '#kernel/http/expected_bodies'
import { announceHttpServer } from '#kernel/http/http_server'
import { boundPipelines } from '#kernel/http/pipelining'
import { answerUnreadable } from '#kernel/http/unreadable_requests'

const OPTIONS: ServerOptions = {
  requestTimeout: 300_000,
  headersTimeout: 30_000,
  shouldUpgradeCallback: isClaimedUpgrade,
  /** Asked for by `RefusedRequestsMiddleware`, whose answer is like all the others. */
  requireHostHeader: false,
}

/** The one HTTP server of the process; plugins that take upgrades hear of it here, in tests too. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(OPTIONS, boundPipelines(listener))
  holdExpectedBodies(server)
  answerUnreadable(server)
  announceHttpServer(server)
  return server
}
