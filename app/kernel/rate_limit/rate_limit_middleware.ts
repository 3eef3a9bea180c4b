import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { E_TOO_MANY_REQUESTS } from '../http/errors.js'
import { clock } from '../state/clock.js'
import type { Passage } from '../state/request_gate.js'
import { RequestLimit } from './request_limit.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** How the request came past the limit, with the stamp of what `RequestKeys` named. */
    passage?: Passage
  }
}

/** So many requests a second for each client, over all nodes. The headers are those of `@adonisjs/limiter`. */
@inject()
export default class RateLimitMiddleware {
  constructor(private readonly limit: RequestLimit) {}

  async handle(ctx: HttpContext, next: NextFn) {
    const passage = await this.limit.enter(ctx.request)
    ctx.passage = passage
    ctx.response.header('X-RateLimit-Limit', String(passage.limit))
    ctx.response.header('X-RateLimit-Remaining', String(passage.remaining))
    ctx.response.header('X-RateLimit-Reset', isoAfter(passage.resetMs))
    if (!passage.allowed) throw tooMany(passage)
    return next()
  }
}

function tooMany(passage: Passage) {
  const seconds = Math.max(1, Math.ceil(passage.retryAfterMs / 1000))
  return new E_TOO_MANY_REQUESTS(undefined, { headers: { 'Retry-After': String(seconds) } })
}

function isoAfter(ms: number): string {
  return new Date(clock.now() + Math.ceil(ms)).toISOString()
}
