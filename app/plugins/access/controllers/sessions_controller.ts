import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { EndSessions } from '../actions/end_sessions.js'
import { SessionRows } from '../queries/session_rows.js'
import { sessionListValidator } from '../validators/security_validators.js'

export default class SessionsController {
  @inject()
  async index({ request }: HttpContext, sessions: SessionRows) {
    return ok(await sessions.page(await request.validateUsing(sessionListValidator)))
  }

  @inject()
  async destroy(ctx: HttpContext, sessions: SessionRows, endSessions: EndSessions) {
    const { id, userId } = await sessions.find(idParam(ctx))
    const ended = await endSessions.handle(userId, [id], 'kicked')
    if (ended === 0) throw new E_NOT_FOUND('This session is over already')
    return ok()
  }
}
