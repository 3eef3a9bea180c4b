import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { say } from '#kernel/languages/main'
import { refusals } from '../errors.js'
import { messagingConfig } from '../messaging_config.js'

const AT_ONCE = 500

/** Whom somebody brings into a conversation, and how their request names them. */
export interface Brought {
  readonly by: number
  readonly userIds: readonly number[]
  readonly fieldOf: (userId: number) => string
}

/**
 * Groups and direct conversations count apart: anybody may begin a direct one. Under concurrency the limit is exceeded by
 * a few.
 *
 * @throws E_MEMBERSHIPS_FULL, which names who is in as many of the kind as one may
 */
export async function assertMembershipsLeft(
  trx: TransactionClientContract,
  type: 'group' | 'direct',
  { by, userIds, fieldOf }: Brought
): Promise<void> {
  const full = await fullAmong(trx, type, userIds)
  if (full.length === 0) return
  const others = full.filter((userId) => userId !== by)
  const errors = others.map((userId) => ({
    field: fieldOf(userId),
    rule: 'memberships',
    message: say`User ${userId} is in as many conversations of this kind as one may`,
  }))
  throw new refusals.E_MEMBERSHIPS_FULL(
    full.includes(by) ? OWN : undefined,
    errors.length ? { errors } : {}
  )
}

const OWN = 'You are in as many conversations of this kind as one may'

async function fullAmong(
  trx: TransactionClientContract,
  type: string,
  userIds: readonly number[]
): Promise<number[]> {
  const { membershipsPerUser } = messagingConfig()
  const full: number[] = []
  for (let from = 0; from < userIds.length; from += AT_ONCE) {
    const rows = await trx
      .query()
      .from('conversation_members as m')
      .join('conversations as c', 'c.id', 'm.conversation_id')
      .whereIn('m.user_id', userIds.slice(from, from + AT_ONCE))
      .whereNull('m.to_seq')
      .where('c.type', type)
      .groupBy('m.user_id')
      .havingRaw('count(*) >= ?', [membershipsPerUser])
      .select('m.user_id')
    full.push(...rows.map((row) => Number(row.user_id)))
  }
  return full
}
