import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { enterLimit } from './enter_limit.js'
import { RequestLimit } from './request_limit.js'

/**
 * Counts preflights, which are answered before the limit of all the others: that one comes after CORS, so that pages
 * may read why they were refused.
 */
@inject()
export default class PreflightLimitMiddleware {
  constructor(private readonly limit: RequestLimit) {}

  async handle(ctx: HttpContext, next: NextFn) {
    if (ctx.request.method() === 'OPTIONS') await enterLimit(ctx, this.limit)
    return next()
  }
}
