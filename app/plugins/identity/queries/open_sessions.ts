import { inject } from '@adonisjs/core'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import Session from '../models/session.js'
import { SessionPolicy } from '../sessions/session_policy.js'

@inject()
export class OpenSessions {
  constructor(private readonly policy: SessionPolicy) {}

  /** Newest first. */
  of(userId: number): Promise<Session[]> {
    return Session.query()
      .where('userId', userId)
      .whereNull('endedAt')
      .where('expiresAt', '>', toStored(clock.now()))
      .where('createdAt', '>', toStored(this.policy.eldestMs(clock.now())))
      .orderBy('id', 'desc')
  }
}
