import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { EndSessions } from '#plugins/access/main'
import { People } from '#plugins/identity/main'
import { Presence } from '../presence/presence.js'

/** Ends the sessions with which somebody is online: their sockets close on every node, their tokens are dead. */
@inject()
export class Kick {
  constructor(
    private readonly presence: Presence,
    private readonly people: People,
    private readonly sessions: EndSessions
  ) {}

  /** @throws E_NOT_FOUND for somebody out of reach, or not online; E_FORBIDDEN for who holds more than whoever acts */
  async handle(userId: number, sessionId?: number): Promise<void> {
    const online = (await this.presence.sessions()).filter(
      (session) =>
        session.userId === userId && (sessionId === undefined || session.sessionId === sessionId)
    )
    const reached = await this.people.withinReach([userId])
    if (online.length === 0 || !reached.has(userId))
      throw new E_NOT_FOUND('Nobody like that is online')

    const sessionIds = new Set(online.map((session) => session.sessionId))
    await this.sessions.handle(userId, sessionIds, 'kicked')
  }
}
