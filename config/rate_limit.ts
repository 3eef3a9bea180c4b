import env from '#start/env'
import { requestsPerSecond } from '#kernel/rate_limit/main'

export default {
  /** Requests of one client address that pass in any second, over all nodes. */
  perSecond: requestsPerSecond(env.get('RATE_LIMIT_PER_SECOND')),
}
