import { inject } from '@adonisjs/core'
import {
  recordSecurityEvent,
  SessionRegistry,
  type EndedSession,
  type EndReason,
} from '#plugins/identity/main'
import { AdminTransaction } from '../rules/admin_transaction.js'
import { userToRemove } from '../rules/user_rules.js'

/** Ends sessions of somebody who holds no more than oneself, for plugins that show who is there. */
@inject()
export class EndSessions {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly sessions: SessionRegistry
  ) {}

  /** Resolves to how many were open. @throws E_NOT_FOUND for somebody out of reach, E_FORBIDDEN */
  async handle(userId: number, sessionIds: Iterable<number>, reason: EndReason): Promise<number> {
    const ended = await this.administration.ofUsers(async (change) => {
      const { user } = await userToRemove(userId, change)
      const all: EndedSession[] = []
      for (const only of sessionIds)
        all.push(...(await this.sessions.endWithin(change.trx, userId, reason, { only })))
      const entry = { type: 'session_ended' as const, userId, account: user.username }
      for (const { id: sessionId } of all)
        await recordSecurityEvent({ ...entry, sessionId }, change.trx)
      return all
    })
    await this.sessions.announceEnd(ended, reason)
    return ended.length
  }
}
