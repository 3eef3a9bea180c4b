import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import Cors from '@adonisjs/cors/cors_middleware'
import { RequestLimit, enterLimit } from '#kernel/rate_limit/main'

/**
 * Runs before the rate limit, so that pages can read why a request was refused. Preflights, which it answers, are counted
 * here.
 */
@inject()
export default class CorsMiddleware {
  constructor(
    private readonly cors: Cors,
    private readonly limit: RequestLimit
  ) {}

  async handle(ctx: HttpContext, next: NextFn) {
    if (ctx.request.method() === 'OPTIONS') await enterLimit(ctx, this.limit)
    return this.cors.handle(ctx, next)
  }
}
