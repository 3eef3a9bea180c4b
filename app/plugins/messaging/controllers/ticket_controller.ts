import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { SocketAuthenticator } from '../admission/socket_authenticator.js'

export default class TicketController {
  @inject()
  async store({ operator, request }: HttpContext, authenticator: SocketAuthenticator) {
    const authorization = request.header('authorization') ?? ''
    return ok(await authenticator.ticketFor(operator.id, authorization))
  }
}
