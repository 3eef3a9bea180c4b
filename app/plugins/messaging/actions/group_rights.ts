import { refusals } from '../errors.js'
import type { LockedConversation } from '../log/locked_conversation.js'
import type { MemberRole } from '../models/conversation.js'
import type { Membership } from '../rosters/membership.js'

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
