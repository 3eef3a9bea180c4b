import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/errors/main'
import type { Operator } from '#kernel/acting/main'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { SessionRegistry } from '../sessions/session_registry.js'

/** Ends a session of one's own; the present one is a logout. */
@inject()
export class EndOwnSession {
  constructor(private readonly registry: SessionRegistry) {}

  /** @throws E_NOT_FOUND for one that is over, or somebody else's */
  async handle(operator: Operator, sessionId: number, client: ClientDetails): Promise<void> {
    const { id: userId } = operator
    const isPresent = sessionId === operator.sessionId
    const ended = await this.registry.end(userId, isPresent ? 'logout' : 'kicked', {
      only: sessionId,
    })
    if (ended === 0) throw new E_NOT_FOUND()
    const type = isPresent ? 'logout' : 'session_ended'
    await recordSecurityEvent({ ...client, type, userId, sessionId })
  }
}
