import { inject } from '@adonisjs/core'
import { Broadcaster } from '../delivery/broadcaster.js'
import { ReadMarks } from '../log/read_marks.js'
import { messagingConfig } from '../messaging_config.js'
import { membershipOf } from '../rosters/membership.js'
import { Rosters } from '../rosters/rosters.js'

/** A member has read up to an entry. */
@inject()
export class MarkRead {
  constructor(
    private readonly rosters: Rosters,
    private readonly marks: ReadMarks,
    private readonly broadcaster: Broadcaster
  ) {}

  /** Resolves to the mark that results: another device may have read further. @throws E_NOT_FOUND */
  async handle(userId: number, conversationId: number, upTo: number) {
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
}
