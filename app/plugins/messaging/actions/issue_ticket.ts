import { inject } from '@adonisjs/core'
import { E_UNAUTHENTICATED } from '#kernel/errors/main'
import type { Operator } from '#kernel/acting/main'
import { AccessTokens } from '#plugins/identity/main'
import { Tickets } from '../admission/tickets.js'

/** A ticket is good for no longer than the access token that it was drawn with. */
@inject()
export class IssueTicket {
  constructor(
    private readonly tickets: Tickets,
    private readonly accessTokens: AccessTokens
  ) {}

  async handle({ id }: Operator, authorization: string) {
    const claims = await this.accessTokens.read(authorization.replace(/^Bearer /i, ''))
    if (!claims) throw new E_UNAUTHENTICATED()
    const { sid, expiresAtMs } = claims
    const ticket = await this.tickets.issue({ userId: id, sid, expiresAtMs })
    return { ticket, expiresIn: this.tickets.lifetimeSeconds }
  }
}
