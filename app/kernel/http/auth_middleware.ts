import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Authenticators } from '@adonisjs/auth/types'
import { E_UNAUTHENTICATED } from '#kernel/errors/main'

/** Refuses who is not logged in; the model of the user is made only for those who ask for it. */
export default class AuthMiddleware {
  async handle(
    ctx: HttpContext,
    next: NextFn,
    options: { guards?: (keyof Authenticators)[] } = {}
  ) {
    if (!(await ctx.auth.checkUsing(options.guards))) throw new E_UNAUTHENTICATED()
    return next()
  }
}
