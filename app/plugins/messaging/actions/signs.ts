import { inject } from '@adonisjs/core'
import { Broadcaster } from '../delivery/broadcaster.js'
import { ReadMarks } from '../log/read_marks.js'
import { messagingConfig } from '../messaging_config.js'
import { membershipOf } from '../rosters/membership.js'
import { Rosters } from '../rosters/rosters.js'

/** Tells the others what is no entry: how far a member has read, and who is typing; in small conversations alone. */
@inject()
export class Signs {
  constructor(
    private readonly rosters: Rosters,
    private readonly marks: ReadMarks,
    private readonly broadcaster: Broadcaster
  ) {}

  /** Resolves to the mark that results: another device may have read further. @throws E_NOT_FOUND */
  async read(userId: number, conversationId: number, upTo: number) {
    const { members } = await this.rosters.forMember(conversationId, userId)
    const { lastSeq } = await membershipOf(conversationId, userId)
    await this.marks.mark({ conversationId, userId, seq: Math.min(upTo, lastSeq) })
    const { readSeq: seq } = await membershipOf(conversationId, userId)
    const { signsUpTo } = messagingConfig()
    await this.broadcaster.signal({
      conversationId,
      users: members.size <= signsUpTo ? null : [userId],
      frame: { type: 'read', conversationId, userId, seq },
    })
    return { conversationId, seq }
  }
  /** Not in closed conversations. @throws E_NOT_FOUND */
  async typing(userId: number, conversationId: number): Promise<void> {
    const { closed, members } = await this.rosters.forMember(conversationId, userId)
    if (closed || members.size > messagingConfig().signsUpTo) return
    const frame = { type: 'typing', conversationId, userId }
    await this.broadcaster.signal({ conversationId, except: userId, frame })
  }
}
