import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { SessionRows } from '../queries/session_rows.js'
import { EndSessions } from './end_sessions.js'

/** Ends one session of somebody who holds no more than oneself. */
@inject()
export class EndSession {
  constructor(
    private readonly rows: SessionRows,
    private readonly sessions: EndSessions
  ) {}

  /** @throws E_NOT_FOUND for one that is out of reach or over, E_FORBIDDEN */
  async handle(id: number): Promise<void> {
    const { userId } = await this.rows.find(id)
    const ended = await this.sessions.handle(userId, [id], 'kicked')
    if (ended === 0) throw new E_NOT_FOUND('This session is over already')
  }
}
