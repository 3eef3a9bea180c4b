import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { E_UNAUTHENTICATED } from '#kernel/errors/main'
import { ok, clientAbortSignal } from '#kernel/http/main'
import { EndOwnSession } from '../actions/end_own_session.js'
import { LogIn } from '../actions/log_in.js'
import { hasBearer } from '../guard/bearer_token.js'
import { clientDetails } from '../sessions/client_details.js'
import { loginValidator } from '../validators/identity_validators.js'

export default class SessionController {
  @inject()
  async store(ctx: HttpContext, logIn: LogIn) {
    const credentials = await ctx.request.validateUsing(loginValidator)
    return ok(await logIn.handle(credentials, clientDetails(ctx), clientAbortSignal(ctx.response)))
  }

  @inject()
  async destroy(ctx: HttpContext, endOwnSession: EndOwnSession) {
    if (!hasBearer(ctx.request)) return ok()
    if (!(await ctx.auth.use('jwt').check())) throw new E_UNAUTHENTICATED()

    const { operator } = ctx
    await endOwnSession.handle(operator, operator.sessionId!, clientDetails(ctx))
    return ok()
  }
}
