import type { LockedGroup } from './group_ledger.js'

/** Makes a member the owner of a group; nobody where there is none who could be. */
export async function handTo({ id, trx }: LockedGroup, userId: number | null): Promise<void> {
  const memberships = () => trx.query().from('conversation_members').where('conversation_id', id)
  await trx.query().from('conversations').where({ id }).update({ owner_id: userId })
  await memberships().where('role', 'owner').update({ role: 'member' })
  if (userId !== null) await memberships().where('user_id', userId).update({ role: 'owner' })
}
