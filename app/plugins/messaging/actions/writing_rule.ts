import { inject } from '@adonisjs/core'
import { refusals } from '../errors.js'
import { Contacts } from '../rosters/contacts.js'
import { peerOf, type Roster } from '../rosters/roster.js'
import { Rosters } from '../rosters/rosters.js'

/** Whether somebody may write into a conversation. */
@inject()
export class WritingRule {
  constructor(
    private readonly rosters: Rosters,
    private readonly contacts: Contacts
  ) {}

  /** @throws E_NOT_FOUND, E_NO_WRITING, E_CONVERSATION_CLOSED; E_RECEIVER for who is no contact any more */
  async assert(conversationId: number, userId: number): Promise<Roster> {
    const roster = await this.rosters.forMember(conversationId, userId)
    if (roster.type === 'system') throw new refusals.E_NO_WRITING()
    if (roster.closed) throw new refusals.E_CONVERSATION_CLOSED()
    const peer = peerOf(roster, userId)
    if (peer !== undefined) await this.contacts.assert(userId, peer)
    return roster
  }
}
