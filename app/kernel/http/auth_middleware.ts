import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { E_UNAUTHENTICATED } from '#kernel/errors/main'

/** The guard of the application's `config/auth.ts` that knows operators, whichever is the default. */
const GUARD = 'jwt'

/** Refuses who is not logged in; the model of the user is made only for those who ask for it. */
export default class AuthMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    if (!(await ctx.auth.checkUsing([GUARD]))) throw new E_UNAUTHENTICATED()
    return next()
  }
}
