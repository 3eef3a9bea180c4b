import type { HttpContext } from '@adonisjs/core/http'
import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import type { LimitResult } from './request_limiter.js'
import type { RequestLimit } from './request_limit.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** How the request came past the limit, with the stamp of what `RequestKeys` named. */
    passage?: LimitResult
  }
}

/**
 * Counts a request, once. The headers are those of `@adonisjs/limiter`.
 *
 * @throws E_TOO_MANY_REQUESTS
 */
export async function enterLimit(ctx: HttpContext, limit: RequestLimit): Promise<void> {
  if (ctx.passage) return
  const passage = await limit.enter(ctx.request)
  ctx.passage = passage
  ctx.response.header('X-RateLimit-Limit', String(passage.limit))
  ctx.response.header('X-RateLimit-Remaining', String(passage.remaining))
  ctx.response.header('X-RateLimit-Reset', isoAfter(passage.resetMs))
  if (!passage.allowed) throw tooMany(passage)
}

function tooMany(passage: LimitResult) {
  const seconds = Math.max(1, Math.ceil(passage.retryAfterMs / 1000))
  return new E_TOO_MANY_REQUESTS(undefined, { headers: { 'Retry-After': String(seconds) } })
}

function isoAfter(ms: number): string {
  return new Date(clock.now() + Math.ceil(ms)).toISOString()
}
