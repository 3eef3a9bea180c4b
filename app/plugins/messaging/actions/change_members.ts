import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { refusals } from '../errors.js'
import { ConversationLedger } from '../log/conversation_ledger.js'
import type { LockedConversation } from '../log/locked_conversation.js'
import { messagingConfig } from '../messaging_config.js'
import { Contacts } from '../rosters/contacts.js'
import { membershipOf } from '../rosters/membership.js'
import { assertMembershipsLeft } from '../rosters/membership_limit.js'
import { spendQuota } from '../rosters/quotas.js'
import { ChangeGroup } from './change_group.js'
import { assertStanding, Succession } from './group_rights.js'
import { insertMembers, isNamed, joinedContent } from './insert_members.js'

/** Who joins a group and who leaves it. */
@inject()
export class ChangeMembers {
  constructor(
    private readonly ledger: ConversationLedger,
    private readonly changeGroup: ChangeGroup,
    private readonly contacts: Contacts,
    private readonly succession: Succession
  ) {}

  /**
   * Those who are members already stay as they are; where all are, nothing is changed.
   *
   * @throws E_ADMINS_ONLY, E_MEMBER, E_MEMBERSHIPS_FULL, E_GROUP_FULL, E_TOO_MANY_REQUESTS
   */
  async add(id: number, by: number, userIds: readonly number[]): Promise<void> {
    assertStanding(await membershipOf(id, by), 'admin')
    await spendQuota('members', by, userIds.length)
    const joining = await notYetMembers(db.connection(), id, [...new Set(userIds)])
    if (joining.length === 0) return
    await this.contacts.assertMayBring(by, joining)
    const fieldOf = (userId: number) => `userIds.${userIds.indexOf(userId)}`
    await this.changeGroup.change(id, by, 'admin', async (group) => {
      const still = await notYetMembers(group.trx, id, joining)
      await assertMembershipsLeft(group.trx, 'group', { by, userIds: still, fieldOf })
      await join(group, by, still)
    })
  }

  /** @throws E_ADMINS_ONLY, also for who removes somebody who administers the group; E_NOT_FOUND for who is no member */
  async remove(id: number, by: number, userId: number): Promise<void> {
    await this.changeGroup.change(id, by, 'admin', async (group, { role }) => {
      const member = await group.findMember(userId)
      if (!member) throw new E_NOT_FOUND('No such member')
      if (userId !== by && member.role !== 'member' && role !== 'owner')
        throw new refusals.E_ADMINS_ONLY()
      await this.#leave(group, userId, by)
    })
  }

  /** An owner who leaves is succeeded by another member. */
  async leave(id: number, userId: number): Promise<void> {
    await this.changeGroup.change(id, userId, 'member', (group) =>
      this.#leave(group, userId, userId)
    )
  }

  /** The same by the service, which no quota limits. */
  async takeOut(id: number, userId: number): Promise<void> {
    await this.ledger.change(id, async (group) => {
      await group.member(userId)
      await this.#leave(group, userId, null)
    })
  }

  /** Whoever leaves is told, and sees the conversation up to there. */
  async #leave(group: LockedConversation, userId: number, actorId: number | null): Promise<void> {
    const left = { to_seq: group.nextSeq, role: 'member' }
    await group.members().where('user_id', userId).update(left)
    await group.append({ kind: 'left', actorId, content: { userIds: [userId] } })
    if (group.ownerId === userId) await this.succession.passOn(group, actorId)
  }
}

async function notYetMembers(client: QueryClientContract, id: number, userIds: number[]) {
  const members = client.from('conversation_members').where('conversation_id', id)
  const rows = await members.whereNull('to_seq').whereIn('user_id', userIds).select('user_id')
  const present = new Set(rows.map((row) => Number(row.user_id)))
  return userIds.filter((userId) => !present.has(userId))
}

/** Whoever comes back sees what was written meanwhile. */
async function join(
  group: LockedConversation,
  by: number,
  userIds: readonly number[]
): Promise<void> {
  if (userIds.length === 0) return
  const { id: conversationId, trx, nextSeq: seq } = group
  const present = group.members<{ total: number }>().whereNull('to_seq')
  const [count] = await present.count('* as total')
  const { groupMembers } = messagingConfig()
  if (Number(count!.total) + userIds.length > groupMembers) throw new refusals.E_GROUP_FULL()

  const rows = await group
    .members()
    .whereIn('user_id', [...userIds])
    .select('user_id')
  const returning = new Set(rows.map((row) => Number(row.user_id)))
  const back = { to_seq: null, read_seq: seq, marked_unread: false }
  await group
    .members()
    .whereIn('user_id', [...returning])
    .update(back)
  const fresh = userIds.filter((userId) => !returning.has(userId))
  await insertMembers(trx, { conversationId, userIds: fresh, role: 'member', seq })
  const isStep = isNamed(userIds) && returning.size === 0
  await group.append({ kind: 'joined', actorId: by, content: joinedContent(userIds), isStep })
}
