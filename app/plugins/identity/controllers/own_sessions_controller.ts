import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { ok, idParam } from '#kernel/http/main'
import { EndOwnSession } from '../actions/end_own_session.js'
import { OpenSessions } from '../queries/open_sessions.js'
import { clientDetails } from '../sessions/client_details.js'
import { sessionForList } from '../transformers/session_transformer.js'

export default class OwnSessionsController {
  @inject()
  async index({ operator }: HttpContext, openSessions: OpenSessions) {
    const sessions = await openSessions.of(operator.id)
    return ok(sessions.map((session) => sessionForList(session, operator.sessionId)))
  }

  @inject()
  async destroy(ctx: HttpContext, endOwnSession: EndOwnSession) {
    const wasOpen = await endOwnSession.handle(ctx.operator, idParam(ctx), clientDetails(ctx))
    if (!wasOpen) throw new E_NOT_FOUND()
    return ok()
  }
}
