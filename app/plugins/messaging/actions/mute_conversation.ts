import { E_NOT_FOUND } from '#kernel/errors/main'
import ConversationMember from '../models/conversation_member.js'

/** Whether front ends should be quiet about a conversation; of the member alone. */
export class MuteConversation {
  async handle(conversationId: number, userId: number, muted: boolean): Promise<void> {
    const changed = await ConversationMember.query()
      .where({ conversationId, userId })
      .whereNull('leftSeq')
      .update({ muted })
    if (Number(changed) === 0) throw new E_NOT_FOUND('No such conversation')
  }
}
