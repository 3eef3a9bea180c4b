import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { IssueTicket } from '../actions/issue_ticket.js'

export default class TicketController {
  @inject()
  async store({ operator, request }: HttpContext, issueTicket: IssueTicket) {
    return ok(await issueTicket.handle(operator, request.header('authorization') ?? ''))
  }
}
