import { inject } from '@adonisjs/core'
import type { Erasing } from '#kernel/plugins/main'
import { ChangeMembers } from '../actions/change_members.js'
import { PostOffice } from '../delivery/post_office.js'
import { Presence } from '../presence/presence.js'
import { eraseBlocks } from './erase_blocks.js'
import { eraseOwnConversations, leaveGroups } from './erase_conversations.js'
import { eraseLocks } from './erase_locks.js'
import { eraseMentions } from './erase_mentions.js'
import { eraseMessages } from './erase_messages.js'
import { eraseReports } from './erase_reports.js'
import { renameInNotices } from './rename_in_notices.js'

/** What messaging keeps of a person. What others wrote stays as it is, whomever it names. */
@inject()
export class EraseTalk {
  constructor(
    private readonly members: ChangeMembers,
    private readonly post: PostOffice,
    private readonly presence: Presence
  ) {}

  async handle(erasing: Erasing): Promise<void> {
    await leaveGroups(erasing, this.members)
    await eraseOwnConversations(erasing)
    await eraseMessages(erasing, this.post)
    await eraseMentions(erasing)
    await renameInNotices(erasing)
    await eraseBlocks(erasing)
    await eraseReports(erasing)
    await eraseLocks(erasing)
    await this.presence.forget(erasing.person.id)
  }
}
