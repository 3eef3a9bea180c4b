import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { ok } from '#kernel/http/envelope'
import { idParam } from '#kernel/http/params'
import { OpenSessions } from '../queries/open_sessions.js'
import { SessionRegistry } from '../sessions/session_registry.js'
import { sessionForList } from '../transformers/session_transformer.js'

export default class OwnSessionsController {
  @inject()
  async index({ operator }: HttpContext, openSessions: OpenSessions) {
    const sessions = await openSessions.of(operator.id)
    return ok(sessions.map((session) => sessionForList(session, operator.sessionId)))
  }

  @inject()
  async destroy(ctx: HttpContext, registry: SessionRegistry) {
    const only = idParam(ctx)
    const reason = only === ctx.operator.sessionId ? 'logout' : 'kicked'
    const ended = await registry.end(ctx.operator.id, reason, { only })
    if (ended === 0) throw new E_NOT_FOUND()
    return ok()
  }
}
