import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { EndSession } from '../actions/end_session.js'
import { SessionRows } from '../queries/session_rows.js'
import { sessionListValidator } from '../validators/security_validators.js'

export default class SessionsController {
  @inject()
  async index({ request }: HttpContext, sessions: SessionRows) {
    return ok(await sessions.page(await request.validateUsing(sessionListValidator)))
  }

  @inject()
  async destroy(ctx: HttpContext, endSession: EndSession) {
    await endSession.handle(idParam(ctx))
    return ok()
  }
}
