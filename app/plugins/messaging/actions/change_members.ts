import { inject } from '@adonisjs/core'
import app from '@adonisjs/core/services/app'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { PostOffice } from '../delivery/post_office.js'
import { E_GROUP_FULL, E_MEMBER } from '../errors.js'
import type { MessagingConfig } from '../messaging_config.js'
import { ContactRule } from '../rosters/contact_rule.js'
import { spendMembers } from '../rosters/quotas.js'
import { GroupLedger, type LockedGroup } from './group_ledger.js'

/** Who comes into a group and who goes. */
@inject()
export class ChangeMembers {
  constructor(
    private readonly ledger: GroupLedger,
    private readonly contacts: ContactRule,
    private readonly post: PostOffice
  ) {}

  /** Those who are members already stay as they are. @throws E_TOO_MANY_REQUESTS; what the group's change throws */
  async add(id: number, by: number, userIds: readonly number[]): Promise<void> {
    const wanted = [...new Set(userIds)]
    const allowed = await this.contacts.among(by, wanted)
    await spendMembers(by, allowed.size)
    const added = await this.ledger.change({ id, by, standing: 'owner' }, async (group) => {
      const fresh = wanted.filter((userId) => !group.members.has(userId))
      if (fresh.some((userId) => !allowed.has(userId))) throw new E_MEMBER()
      await this.#enter(group, fresh)
      return fresh
    })
    await this.#tell(id, added, { change: 'joined', userIds: added, by })
  }

  /** @throws E_NOT_FOUND when they are no member */
  async remove(id: number, by: number, userId: number): Promise<void> {
    await this.ledger.change({ id, by, standing: 'owner' }, async (group) => {
      if (!group.members.has(userId)) throw new E_NOT_FOUND('No such member')
      await this.#exit(group, userId)
    })
    await this.#tell(id, [userId], { change: 'left', userIds: [userId], by })
  }

  /** An owner who leaves is followed by whoever has been a member for longest. */
  async leave(id: number, userId: number): Promise<void> {
    await this.ledger.change({ id, by: userId, standing: 'member' }, (group) =>
      this.#exit(group, userId)
    )
    await this.#tell(id, [userId], { change: 'left', userIds: [userId], by: userId })
  }

  async #enter({ id, trx, members, lastSeq }: LockedGroup, userIds: number[]): Promise<void> {
    const { groupMembers, newMembersSee } = app.config.get<MessagingConfig>('messaging')
    if (members.size + userIds.length > groupMembers) throw new E_GROUP_FULL()
    if (userIds.length === 0) return

    const joinedSeq = newMembersSee === 'everything' ? 0 : lastSeq
    const memberships = trx.query().from('conversation_members').where('conversation_id', id)
    const again = await memberships.clone().whereIn('user_id', userIds).select('user_id')
    const returning = again.map((row) => Number(row.user_id))
    const values = { left_seq: null, joined_seq: joinedSeq, role: 'member' }
    if (returning.length > 0) await memberships.clone().whereIn('user_id', returning).update(values)
    const fresh = userIds.filter((userId) => !returning.includes(userId))
    await this.ledger.insert(trx, id, fresh, { role: 'member', joinedSeq })
  }

  async #exit({ id, trx, ownerId, lastSeq }: LockedGroup, userId: number): Promise<void> {
    const memberships = trx.query().from('conversation_members').where('conversation_id', id)
    await memberships.clone().where('user_id', userId).update({ left_seq: lastSeq, role: 'member' })
    if (ownerId !== userId) return

    const heir = await memberships.clone().whereNull('left_seq').orderBy('id').first()
    await trx
      .query()
      .from('conversations')
      .where({ id })
      .update({ owner_id: heir?.user_id ?? null })
    if (heir) await memberships.clone().where('id', heir.id).update({ role: 'owner' })
  }

  /** Also those who have just gone. */
  async #tell(conversationId: number, userIds: number[], change: object): Promise<void> {
    if (userIds.length === 0) return
    const frame = { type: 'conversation', conversationId, ...change }
    await this.post.tell({ conversationId, frame })
    if ('change' in change && change.change === 'left')
      await this.post.tell({ users: userIds, frame })
  }
}
