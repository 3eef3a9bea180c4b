import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { withRetry } from '#kernel/database/main'
import type { ErasedPerson } from '#kernel/plugins/main'
import { ChangeMembers } from '../actions/change_members.js'
import { PostOffice } from '../delivery/post_office.js'
import { Presence } from '../presence/presence.js'
import { blankMessages } from './blank_messages.js'
import { eraseOwnConversations, leaveGroups } from './erase_conversations.js'

const TIMES = 5

/** What messaging keeps of a person. What others wrote, and notices to others, stay as they are, whomever they name. */
@inject()
export class EraseTalk {
  constructor(
    private readonly members: ChangeMembers,
    private readonly post: PostOffice,
    private readonly presence: Presence
  ) {}

  async handle({ id }: ErasedPerson): Promise<void> {
    await leaveGroups(id, this.members)
    await eraseOwnConversations(id)
    const recalls = await withRetry(TIMES, () => db.transaction((trx) => blank(trx, id)))
    for (const frame of recalls)
      await this.post.tell({ conversationId: frame.conversationId, frame })
    await this.presence.forget(id)
  }
}

/** Messages, mentions, blocks, reports, and the row that stands for them where somebody brings them into a conversation. */
async function blank(trx: TransactionClientContract, id: number) {
  const recalls = await blankMessages(trx, id)
  await trx.from('message_mentions').where('user_id', id).delete()
  await trx.from('contact_blocks').where('user_id', id).orWhere('blocked_id', id).delete()
  await trx.from('message_reports').where('reporter_id', id).orWhere('sender_id', id).delete()
  await trx.from('membership_locks').where('user_id', id).delete()
  return recalls
}
