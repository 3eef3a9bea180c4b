import env from '#start/env'

export default {
  /** Requests of one client address that pass in any second, over all nodes. */
  perSecond: env.get('RATE_LIMIT_PER_SECOND'),
}
