import { inject } from '@adonisjs/core'
import type { Infer } from '@vinejs/vine/types'
import { searchTextOf } from '#kernel/database/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { refusals } from '../errors.js'
import { ConversationLedger } from '../log/conversation_ledger.js'
import type { LockedConversation, LockedMember } from '../log/locked_conversation.js'
import { SendableFile } from '../log/sendable_file.js'
import { membershipOf } from '../rosters/membership.js'
import { spendQuota } from '../rosters/quotas.js'
import type { changeGroupValidator } from '../validators/messaging_validators.js'
import { assertStanding, giveGroup, setRole, Succession, type Standing } from './group_rights.js'

type GroupValues = Infer<typeof changeGroupValidator>

/** Changes a group itself; all its members are told. All throw E_TOO_MANY_REQUESTS, E_NOT_FOUND, E_NOT_A_GROUP. */
@inject()
export class ChangeGroup {
  constructor(
    private readonly ledger: ConversationLedger,
    private readonly succession: Succession,
    private readonly files: SendableFile
  ) {}

  /** Name and picture. @throws E_ADMINS_ONLY, E_VALIDATION */
  async update(id: number, userId: number, { name, pictureFileId }: GroupValues): Promise<void> {
    if (pictureFileId) await this.files.assertImage(pictureFileId, 'pictureFileId')
    await this.change(id, userId, 'admin', async (group) => {
      const named = name === undefined ? {} : { name, search_text: searchTextOf([name]) }
      const pictured = pictureFileId === undefined ? {} : { picture_file_id: pictureFileId }
      const values = { ...named, ...pictured }
      if (Object.keys(values).length === 0) return
      await group.update(values)
      const content = { name, picture: pictureFileId }
      await group.append({ kind: 'changed', actorId: userId, content })
    })
  }

  /** @throws E_OWNER_ONLY; E_MEMBER when the next owner is no member, or cannot log in */
  handOver(id: number, userId: number, to: number): Promise<void> {
    return this.change(id, userId, 'owner', async (group) => {
      await this.succession.assertMayOwn(group, to)
      if (to !== userId) await giveGroup(group, to, userId)
    })
  }

  /** @throws E_OWNER_ONLY; E_NOT_FOUND for who is no member */
  setRole(id: number, userId: number, of: number, role: 'admin' | 'member'): Promise<void> {
    return this.change(id, userId, 'owner', async (group) => {
      const member = await group.findMember(of)
      if (!member) throw new E_NOT_FOUND('No such member')
      if (member.role === 'owner')
        throw new refusals.E_OWNER_ONLY('The owner hands the group over instead')
      if (member.role !== role) await setRole(group, { userId: of, role }, userId)
    })
  }

  /** The standing is checked before the lock, so that nobody else delays those who write, and again under it. */
  async change<Result>(
    id: number,
    userId: number,
    standing: Standing,
    work: (group: LockedConversation, member: LockedMember) => Promise<Result>
  ): Promise<Result> {
    await spendQuota('group-changes', userId)
    assertStanding(await membershipOf(id, userId), standing)
    return this.ledger.change(id, async (group) => {
      const member = await group.member(userId)
      assertStanding({ type: group.type, role: member.role }, standing)
      return work(group, member)
    })
  }
}
