import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { Kick } from '../actions/kick.js'
import { OnlineList } from '../queries/online_list.js'
import { kickValidator, onlineValidator } from '../validators/messaging_validators.js'

export default class OnlineController {
  @inject()
  async index({ request }: HttpContext, online: OnlineList) {
    return ok(await online.page(await request.validateUsing(onlineValidator)))
  }

  @inject()
  async destroy(ctx: HttpContext, kick: Kick) {
    const { sessionId } = await ctx.request.validateUsing(kickValidator)
    await kick.handle(idParam(ctx), sessionId)
    return ok()
  }
}
