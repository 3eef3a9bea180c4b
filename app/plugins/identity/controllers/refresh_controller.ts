import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { RefreshSession } from '../actions/refresh_session.js'
import { clientDetails } from '../sessions/client_details.js'
import { refreshValidator } from '../validators/identity_validators.js'

export default class RefreshController {
  @inject()
  async store(ctx: HttpContext, refreshSession: RefreshSession) {
    const { refreshToken } = await ctx.request.validateUsing(refreshValidator)
    return ok(await refreshSession.handle(refreshToken, clientDetails(ctx)))
  }
}
