import { inject } from '@adonisjs/core'
import { Broadcaster } from '../delivery/broadcaster.js'
import { messagingConfig } from '../messaging_config.js'
import { Rosters } from '../rosters/rosters.js'

/** Tells the members of small conversations that somebody is typing; not of closed ones. */
@inject()
export class SignalTyping {
  constructor(
    private readonly rosters: Rosters,
    private readonly broadcaster: Broadcaster
  ) {}

  /** @throws E_NOT_FOUND */
  async handle(userId: number, conversationId: number): Promise<void> {
    const { closed, members } = await this.rosters.forMember(conversationId, userId)
    if (closed || members.size > messagingConfig().signsUpTo) return
    const frame = { type: 'typing', conversationId, userId }
    await this.broadcaster.signal({ conversationId, except: userId, frame })
  }
}
