import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { Parameters } from '#kernel/parameters/main'
import { clock } from '#kernel/state/main'
import { refusals } from '../errors.js'
import { ConversationLedger } from '../log/conversation_ledger.js'
import type { Entry } from '../entries/entry.js'
import { BLANK, storedNow, type LockedConversation } from '../log/locked_conversation.js'
import { messagingParameters } from '../parameters.js'
import { Rosters } from '../rosters/rosters.js'
import { messageSeenBy, type MessagePlace } from './change_message.js'

/** Removes what a message said, for good; its place in the conversation stays. To recall it twice changes nothing. */
@inject()
export class RecallMessage {
  constructor(
    private readonly ledger: ConversationLedger,
    private readonly rosters: Rosters,
    private readonly parameters: Parameters
  ) {}

  /** @throws E_NOT_FOUND, E_RECALL_REFUSED */
  async handle(userId: number, { conversationId, seq }: MessagePlace) {
    await this.rosters.forMember(conversationId, userId)
    const seconds = await this.parameters.get(messagingParameters.recallSeconds)
    return this.ledger.change(conversationId, async (conversation) => {
      const message = await messageSeenBy(userId, conversation, seq)
      if (message.recalledAt !== null) return recalled(message)
      await assertMayRecall(userId, conversation, message, seconds)
      return recalled({ ...(await recall(conversation, seq, userId)), seq })
    })
  }

  /**
   * The same by whoever is no member.
   *
   * @param work under the same lock, before the message is removed
   * @throws E_NOT_FOUND
   */
  remove(
    actorId: number,
    { conversationId, seq }: MessagePlace,
    work: (conversation: LockedConversation, message: Entry) => Promise<void>
  ): Promise<void> {
    return this.ledger.change(conversationId, async (conversation) => {
      const message = await conversation.message(seq)
      if (!message) throw new E_NOT_FOUND('No such message')
      await work(conversation, message)
      if (message.recalledAt === null) await recall(conversation, seq, actorId)
    })
  }
}

function recalled({ conversationId, seq, recalledAt }: Entry) {
  return { conversationId, seq, recalledAt }
}

async function assertMayRecall(
  userId: number,
  conversation: LockedConversation,
  { actorId, createdAt, contentType }: Entry,
  seconds: number
): Promise<void> {
  const isRecent = clock.now() - Date.parse(createdAt) <= seconds * 1000
  if (contentType !== 'notice' && actorId === userId && isRecent) return
  const { role } = await conversation.member(userId)
  if (conversation.type !== 'group' || role === 'member') throw new refusals.E_RECALL_REFUSED()
}

async function recall(conversation: LockedConversation, seq: number, actorId: number) {
  const { trx, id } = conversation
  const values = { ...BLANK, recalled_at: storedNow(), recalled_by: actorId }
  await conversation.updateMessage(seq, values)
  const place = { conversation_id: id, seq }
  await trx.query().from('message_mentions').where(place).delete()
  await trx.query().from('message_reactions').where(place).delete()
  return conversation.append({ kind: 'recall', actorId, targetSeq: seq })
}
