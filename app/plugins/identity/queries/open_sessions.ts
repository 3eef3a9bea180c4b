import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import Session from '../models/session.js'

export class OpenSessions {
  /** Newest first. */
  of(userId: number): Promise<Session[]> {
    return Session.query()
      .where('userId', userId)
      .whereNull('endedAt')
      .where('expiresAt', '>', toStored(clock.now()))
      .orderBy('id', 'desc')
  }
}
