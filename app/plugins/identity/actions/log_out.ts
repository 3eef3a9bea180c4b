import { inject } from '@adonisjs/core'
import type { Operator } from '#kernel/acting/main'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { SessionRegistry } from '../sessions/session_registry.js'

/** Ends the operator's session: its access tokens are blacklisted, its refresh token is dead. */
@inject()
export class LogOut {
  constructor(private readonly registry: SessionRegistry) {}

  async handle({ id: userId, sessionId }: Operator, client: ClientDetails): Promise<void> {
    if (sessionId === null) return
    await this.registry.end(userId, 'logout', { only: sessionId })
    await recordSecurityEvent({ ...client, type: 'logout', userId, sessionId })
  }
}
