import { inject } from '@adonisjs/core'
import { currentOperator } from '#kernel/acting/main'
import { toStored } from '#kernel/database/main'
import { TimeoutError, withTimeout } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import {
  ConversationLedger,
  giveGroup,
  markDeleted,
  RecallMessage,
  removeConversation,
  Succession,
  type LockedConversation,
} from '#plugins/messaging/main'
import { ModeratedConversations, type Concerned } from '../queries/moderated_conversations.js'
import { recordAct, type Act } from './record_act.js'

/** What takes longer goes on by itself, also after a restart. */
const REMOVAL_MS = 2_000

/** What somebody who is no member does with a conversation; each act is recorded with it. All throw E_NOT_FOUND, E_FORBIDDEN. */
@inject()
export class ModerateConversation {
  constructor(
    private readonly conversations: ModeratedConversations,
    private readonly ledger: ConversationLedger,
    private readonly succession: Succession,
    private readonly recallMessage: RecallMessage
  ) {}

  /** Nobody writes into a closed one, and everybody goes on reading. @throws E_NOT_A_GROUP */
  close(id: number, closed: boolean): Promise<void> {
    return this.#changeGroup(id, 'present', async (group) => {
      if (group.closed === closed) return
      await group.update({ closed_at: closed ? toStored(clock.now()) : null })
      await group.append({ kind: 'changed', actorId: currentOperator().id, content: { closed } })
      await record(group, { action: closed ? 'closed' : 'opened' })
    })
  }

  /** @throws E_NOT_A_GROUP; E_MEMBER when the next owner is no member, or cannot log in */
  giveTo(id: number, userId: number): Promise<void> {
    return this.#changeGroup(id, 'present', async (group) => {
      await this.succession.assertMayOwn(group, userId)
      if (group.ownerId === userId) return
      await giveGroup(group, userId, currentOperator().id)
      await record(group, { action: 'owner_changed', userId })
    })
  }

  /** For good, with all that was said in it and what of it was reported. @throws E_NOT_A_GROUP */
  async delete(id: number): Promise<void> {
    await this.#changeGroup(id, 'ever', async (group) => {
      await markDeleted(group, currentOperator().id)
      await group.trx.query().from('moderation_reports').where('conversation_id', id).delete()
      await record(group, { action: 'deleted' })
    })
    try {
      await withTimeout(removeConversation(id), REMOVAL_MS)
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error
    }
  }

  /** As if its sender had recalled it. To remove it twice changes nothing. */
  async removeMessage(id: number, seq: number): Promise<void> {
    await this.conversations.find(id)
    const place = { conversationId: id, seq }
    await this.recallMessage.remove(currentOperator().id, place, async (conversation, message) => {
      await this.conversations.assertReached(id, 'ever', conversation.trx)
      if (message.recalledAt !== null) return
      await record(conversation, { action: 'message_removed', seq, userId: message.actorId })
    })
  }

  /** Whoever joined meanwhile must be within reach as well. */
  async #changeGroup(
    id: number,
    whom: Concerned,
    work: (group: LockedConversation) => Promise<void>
  ): Promise<void> {
    await this.conversations.findGroup(id)
    await this.ledger.change(id, async (group) => {
      await this.conversations.assertReached(id, whom, group.trx)
      await work(group)
    })
  }
}

function record({ id, name, trx }: LockedConversation, act: Act): Promise<void> {
  return recordAct({ ...act, conversationId: id, conversationName: name }, trx)
}
