import { inject } from '@adonisjs/core'
import { People } from '#plugins/identity/main'
import { refusals } from '../errors.js'
import type { LockedConversation } from '../log/locked_conversation.js'
import type { MemberRole } from '../models/conversation.js'
import type { Membership } from '../rosters/membership.js'

const AT_ONCE = 200

/** Who may do something with a group: any member, those who administer it, or its owner. */
export type Standing = 'member' | 'admin' | 'owner'

/** @throws E_NOT_A_GROUP, E_OWNER_ONLY, E_ADMINS_ONLY */
export function assertStanding(
  { type, role }: Pick<Membership, 'type' | 'role'>,
  standing: Standing
): void {
  if (type !== 'group') throw new refusals.E_NOT_A_GROUP()
  if (standing === 'owner' && role !== 'owner') throw new refusals.E_OWNER_ONLY()
  if (standing === 'admin' && role === 'member') throw new refusals.E_ADMINS_ONLY()
}

/** Writes who owns a group, and says so. */
export async function giveGroup(
  group: LockedConversation,
  userId: number | null,
  actorId: number | null
): Promise<void> {
  await group.members().where('role', 'owner').update({ role: 'member' })
  await group.update({ owner_id: userId })
  group.ownerId = userId
  if (userId !== null) await setRole(group, { userId, role: 'owner' }, actorId)
}

export async function setRole(
  group: LockedConversation,
  { userId, role }: { userId: number; role: MemberRole },
  actorId: number | null
): Promise<void> {
  await group.members().where('user_id', userId).update({ role })
  await group.append({ kind: 'role', actorId, content: { userId, role } })
}

/** Who owns a group next. */
@inject()
export class Succession {
  constructor(private readonly people: People) {}

  /** @throws E_MEMBER for who is no member, or cannot log in */
  async assertMayOwn(group: LockedConversation, userId: number): Promise<void> {
    const isActive = (await this.people.activeAmong([userId], group.trx)).has(userId)
    if (!isActive || !(await group.findMember(userId)))
      throw new refusals.E_MEMBER(
        'The next owner must be a member who can log in; choose another one'
      )
  }

  /**
   * Gives a group to an administrator who can log in or, where there is none, to whoever of its members has been one for
   * longest; to nobody where nobody can log in.
   */
  async passOn(group: LockedConversation, actorId: number | null): Promise<void> {
    const rows = await group
      .members()
      .whereNull('to_seq')
      .orderByRaw(`case role when 'admin' then 0 else 1 end`)
      .orderBy('created_at')
      .orderBy('id')
      .select('user_id')
    const others = rows.map((row) => Number(row.user_id)).filter((id) => id !== group.ownerId)
    await giveGroup(group, await this.#firstActive(group, others), actorId)
  }

  async #firstActive({ trx }: LockedConversation, userIds: number[]): Promise<number | null> {
    for (let from = 0; from < userIds.length; from += AT_ONCE) {
      const some = userIds.slice(from, from + AT_ONCE)
      const active = await this.people.activeAmong(some, trx)
      const first = some.find((userId) => active.has(userId))
      if (first !== undefined) return first
    }
    return null
  }
}
