import { inject } from '@adonisjs/core'
import type { Operator } from '#kernel/acting/main'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { SessionRegistry } from '../sessions/session_registry.js'

/** Ends a session of one's own; the present one is logged out. */
@inject()
export class EndOwnSession {
  constructor(private readonly registry: SessionRegistry) {}

  /** Resolves to whether it was open, and the operator's. */
  async handle(operator: Operator, sessionId: number, client: ClientDetails): Promise<boolean> {
    const { id: userId } = operator
    const isPresent = sessionId === operator.sessionId
    const reason = isPresent ? 'logout' : 'kicked'
    const ended = await this.registry.end(userId, reason, { only: sessionId })
    if (ended === 0) return false
    const type = isPresent ? 'logout' : 'session_ended'
    await recordSecurityEvent({ ...client, type, userId, sessionId })
    return true
  }
}
