import { inject } from '@adonisjs/core'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { People } from '#plugins/identity/main'
import { PostOffice } from '../delivery/post_office.js'
import { E_GROUP_FULL } from '../errors.js'
import type { MessagingConfig } from '../messaging_config.js'
import { Invitations } from '../rosters/invitations.js'
import { presentAmong } from '../rosters/membership.js'
import { assertPlaces } from '../rosters/places.js'
import { spendGroupChange, spendMembers } from '../rosters/quotas.js'
import { GroupLedger, type LockedGroup } from './group_ledger.js'
import { passOn } from './pass_on.js'
import { ReturningMembers } from './returning_members.js'

/** Who comes into a group and who goes. */
@inject()
export class ChangeMembers {
  constructor(
    private readonly ledger: GroupLedger,
    private readonly returning: ReturningMembers,
    private readonly people: People,
    private readonly invitations: Invitations,
    private readonly post: PostOffice
  ) {}

  /**
   * Those who are members already stay as they are; where all are, nothing is changed.
   *
   * @throws E_MEMBER, E_MEMBERSHIPS_FULL, E_TOO_MANY_REQUESTS; what the group's change throws
   */
  async add(id: number, by: number, userIds: readonly number[]): Promise<void> {
    await this.ledger.assertMay({ id, by, standing: 'owner' })
    const entering = await outsideOf(id, [...new Set(userIds)])
    if (entering.length === 0) return
    await this.invitations.assert(by, entering)
    await spendGroupChange(by)
    await spendMembers(by, entering.length)
    const change = { id, by, standing: 'owner', entering } as const
    const added = await this.ledger.change(change, async (group) => {
      const fresh = entering.filter((userId) => !group.members.has(userId))
      const fieldOf = (userId: number) => `userIds.${userIds.indexOf(userId)}`
      await assertPlaces(group.trx, 'group', { by, userIds: fresh, fieldOf })
      await this.#enter(group, fresh, by)
      return fresh
    })
    await this.#tell(id, added, { change: 'joined', userIds: added, by })
  }

  /** @throws E_NOT_FOUND when they are no member */
  async remove(id: number, by: number, userId: number): Promise<void> {
    await spendGroupChange(by)
    const heir = await this.ledger.change({ id, by, standing: 'owner' }, (group) => {
      if (!group.members.has(userId)) throw new E_NOT_FOUND('No such member')
      return this.#exit(group, userId)
    })
    await this.#tell(id, [userId], { change: 'left', userIds: [userId], by })
    if (heir !== null) await this.#tell(id, [heir], { change: 'owner', ownerId: heir, by })
  }

  /** An owner who leaves is followed by whoever has been a member for longest. */
  async leave(id: number, userId: number): Promise<void> {
    await spendGroupChange(userId)
    await this.takeOut(id, userId)
  }

  /** The same by the service, at no pace. */
  async takeOut(id: number, userId: number): Promise<void> {
    const heir = await this.ledger.change({ id, by: userId, standing: 'member' }, (group) =>
      this.#exit(group, userId)
    )
    await this.#tell(id, [userId], { change: 'left', userIds: [userId], by: userId })
    if (heir !== null) await this.#tell(id, [heir], { change: 'owner', ownerId: heir, by: userId })
  }

  async #enter(group: LockedGroup, userIds: number[], by: number): Promise<void> {
    const { id, trx, members, lastSeq } = group
    const { groupMembers, newMembersSee } = app.config.get<MessagingConfig>('messaging')
    if (members.size + userIds.length > groupMembers) throw new E_GROUP_FULL()
    if (userIds.length === 0) return

    const joinedSeq = newMembersSee === 'everything' ? 0 : lastSeq
    const returning = await this.returning.enter({ trx, id, userIds, joinedSeq, by })
    const fresh = userIds.filter((userId) => !returning.has(userId))
    await this.ledger.insert(trx, id, fresh, { role: 'member', joinedSeq, by })
  }

  /** Resolves to the next owner, where the group changes hands. */
  async #exit(group: LockedGroup, userId: number): Promise<number | null> {
    await this.returning.exit(group, userId)
    return group.ownerId === userId ? passOn(group, this.people) : null
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

async function outsideOf(id: number, userIds: readonly number[]): Promise<number[]> {
  const present = await presentAmong(db.connection(), id, userIds)
  return userIds.filter((userId) => !present.has(userId))
}
