import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { refusals } from '../errors.js'
import { ConversationLedger } from '../log/conversation_ledger.js'
import type { Entry } from '../entries/entry.js'
import type { LockedConversation } from '../log/locked_conversation.js'
import { Contacts } from '../rosters/contacts.js'
import { peerOf, type Roster } from '../rosters/roster.js'
import { Rosters } from '../rosters/rosters.js'

/** Where a message is. */
export interface MessagePlace {
  readonly conversationId: number
  readonly seq: number
}

/** A message that nobody else changes meanwhile. */
export interface ChangingMessage {
  readonly conversation: LockedConversation
  readonly message: Entry
}

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

/** What edits, reactions and pins have in common: whoever may write into a conversation changes a message that they see. */
@inject()
export class ChangeMessage {
  constructor(
    private readonly ledger: ConversationLedger,
    private readonly rule: WritingRule
  ) {}

  /**
   * Rights are checked before the lock, so that others are not delayed, and again under it.
   *
   * @throws E_NOT_FOUND, E_NO_WRITING, E_CONVERSATION_CLOSED, E_RECEIVER, E_RECALLED
   */
  async handle<Result>(
    userId: number,
    { conversationId, seq }: MessagePlace,
    work: (changing: ChangingMessage) => Promise<Result>
  ): Promise<Result> {
    await this.rule.assert(conversationId, userId)
    return this.ledger.change(conversationId, async (conversation) => {
      const message = await messageSeenBy(userId, conversation, seq)
      if (conversation.closed) throw new refusals.E_CONVERSATION_CLOSED()
      if (message.recalledAt !== null) throw new refusals.E_RECALLED()
      return work({ conversation, message })
    })
  }
}

/** @throws E_NOT_FOUND alike for what is not there and for what they do not see */
export async function messageSeenBy(
  userId: number,
  conversation: LockedConversation,
  seq: number
): Promise<Entry> {
  const { fromSeq } = await conversation.member(userId)
  const message = seq < fromSeq ? null : await conversation.message(seq)
  if (!message) throw new E_NOT_FOUND('No such message')
  return message
}
