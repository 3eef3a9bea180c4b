import { inject } from '@adonisjs/core'
import type { Infer } from '@vinejs/vine/types'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { refusals } from '../errors.js'
import { ConversationLedger } from '../log/conversation_ledger.js'
import type { LockedConversation } from '../log/locked_conversation.js'
import { SendableFile } from '../log/sendable_file.js'
import { messagingConfig } from '../messaging_config.js'
import Conversation from '../models/conversation.js'
import { Contacts } from '../rosters/contacts.js'
import { assertMembershipsLeft } from '../rosters/membership_limit.js'
import { spendQuota } from '../rosters/quotas.js'
import type { createGroupValidator } from '../validators/messaging_validators.js'
import { insertMembers, isNamed, joinedContent } from './insert_members.js'

type NewGroup = Infer<typeof createGroupValidator>

/** Founds a group. Its first entry says who is in it, and its name. */
@inject()
export class CreateGroup {
  constructor(
    private readonly ledger: ConversationLedger,
    private readonly contacts: Contacts,
    private readonly files: SendableFile
  ) {}

  /**
   * Resolves to its id. Quotas are spent before anybody is looked up.
   *
   * @throws E_GROUP_FULL, E_MEMBER, E_MEMBERSHIPS_FULL, E_TOO_MANY_REQUESTS
   */
  async handle(ownerId: number, { name, memberIds, pictureFileId }: NewGroup): Promise<number> {
    const others = [...new Set(memberIds)].filter((id) => id !== ownerId)
    const { groupMembers } = messagingConfig()
    if (others.length + 1 > groupMembers) throw new refusals.E_GROUP_FULL()
    await spendQuota('conversations', ownerId)
    await spendQuota('members', ownerId, others.length + 1)
    await this.contacts.assertMayBring(ownerId, others)
    if (pictureFileId !== undefined) await this.files.assertImage(pictureFileId, 'pictureFileId')

    const userIds = [ownerId, ...others]
    const fieldOf = (userId: number) => `memberIds.${memberIds.indexOf(userId)}`
    const insert = async (trx: TransactionClientContract) => {
      await assertMembershipsLeft(trx, 'group', { by: ownerId, userIds, fieldOf })
      const fresh = { type: 'group' as const, name, ownerId, pictureFileId }
      return (await Conversation.create(fresh, { client: trx })).id
    }
    return this.ledger.create(insert, (group) => begin(group, userIds))
  }
}

async function begin(group: LockedConversation, userIds: number[]): Promise<void> {
  const { id: conversationId, trx, nextSeq: seq, name } = group
  const [ownerId, ...others] = userIds as [number, ...number[]]
  await insertMembers(trx, { conversationId, userIds: [ownerId], role: 'owner', seq })
  await insertMembers(trx, { conversationId, userIds: others, role: 'member', seq })
  const content = joinedContent(userIds, name ?? undefined)
  await group.append({ kind: 'joined', actorId: ownerId, content, isStep: isNamed(userIds) })
}
