import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { enterLimit } from './enter_limit.js'
import { RequestLimit } from './request_limit.js'

/** So many requests a second for each client, over all nodes. */
@inject()
export default class RateLimitMiddleware {
  constructor(private readonly limit: RequestLimit) {}

  async handle(ctx: HttpContext, next: NextFn) {
    await enterLimit(ctx, this.limit)
    return next()
  }
}
