import {
  abortIdleResponses,
  isClaimedUpgrade,
  holdExpectedBodies,
  announceHttpServer,
  answerUnreadable,
} from '#kernel/http/main'
import { limitPipelining } from '#kernel/patches/main'
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'

const OPTIONS: ServerOptions = {
  /** In which a request arrives with its body; then 408. */
  requestTimeout: 300_000,
  headersTimeout: 30_000,
  shouldUpgradeCallback: isClaimedUpgrade,
  /** Asked for by `RefusedRequestsMiddleware`, whose answer is like all the others. */
  requireHostHeader: false,
}

/** For which a client may read nothing of a response. */
const IDLE_MS = 300_000

/** The one HTTP server of the process; plugins that take upgrades hear of it here, in tests too. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(OPTIONS, limitPipelining(listener))
  holdExpectedBodies(server)
  answerUnreadable(server)
  abortIdleResponses(server, IDLE_MS)
  announceHttpServer(server)
  return server
}
