import type { People } from '#plugins/identity/main'
import type { LockedGroup } from './group_ledger.js'
import { handTo } from './hand_to.js'

const AT_ONCE = 200

/**
 * Gives a group to whoever of its present and active members has been one for longest. Resolves to the next owner;
 * `null` where there is none.
 */
export async function passOn(group: LockedGroup, people: People): Promise<number | null> {
  const { id, trx, ownerId } = group
  const present = await trx
    .query()
    .from('conversation_members')
    .where('conversation_id', id)
    .whereNull('left_seq')
    .orderBy('created_at')
    .orderBy('id')
    .select('user_id')
  const others = present.map((row) => Number(row.user_id)).filter((userId) => userId !== ownerId)
  const heir = await firstActive(others, (some) => people.activeAmong(some, trx))
  await handTo(group, heir)
  return heir
}

async function firstActive(
  userIds: readonly number[],
  activeAmong: (some: readonly number[]) => Promise<ReadonlySet<number>>
): Promise<number | null> {
  for (let from = 0; from < userIds.length; from += AT_ONCE) {
    const some = userIds.slice(from, from + AT_ONCE)
    const active = await activeAmong(some)
    const first = some.find((userId) => active.has(userId))
    if (first !== undefined) return first
  }
  return null
}
