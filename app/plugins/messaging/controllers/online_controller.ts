import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { OnlineSessions } from '../queries/online_sessions.js'
import { kickValidator, onlineValidator } from '../validators/messaging_validators.js'

export default class OnlineController {
  @inject()
  async index({ request }: HttpContext, online: OnlineSessions) {
    return ok(await online.page(await request.validateUsing(onlineValidator)))
  }

  @inject()
  async destroy(ctx: HttpContext, online: OnlineSessions) {
    const { sessionId } = await ctx.request.validateUsing(kickValidator)
    await online.end(idParam(ctx), sessionId)
    return ok()
  }
}
