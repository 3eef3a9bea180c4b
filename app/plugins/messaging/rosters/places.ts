import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { FieldFault } from '#kernel/http/define_error'
import { E_MEMBERSHIPS_FULL } from '../errors.js'
import type { MessagingConfig } from '../messaging_config.js'

const AT_ONCE = 500

/** Whom somebody brings into a conversation, and how their request names them. */
export interface Brought {
  readonly by: number
  readonly userIds: readonly number[]
  readonly fieldOf: (userId: number) => string
}

/**
 * Until the transaction ends nobody else brings these people into a conversation. It comes before all that the transaction
 * reads: MySQL would go on with what was so by then. In order, so that nobody waits for who waits for them.
 */
export async function holdPlaces(
  trx: TransactionClientContract,
  userIds: readonly number[]
): Promise<void> {
  const inOrder = [...new Set(userIds)].sort((one, other) => one - other)
  for (const some of piecesOf(inOrder))
    await trx
      .table('membership_locks')
      .multiInsert(some.map((userId) => ({ user_id: userId })))
      .onConflict('user_id')
      .merge()
}

/**
 * After `holdPlaces`. Groups and direct conversations count apart: anybody may begin one of these with somebody, and nobody is to
 * be kept out of groups by it.
 *
 * @throws E_MEMBERSHIPS_FULL, which names who is in as many of the kind as one may already
 */
export async function assertPlaces(
  trx: TransactionClientContract,
  kind: 'group' | 'direct',
  { by, userIds, fieldOf }: Brought
): Promise<void> {
  const full = await fullAmong(trx, kind, userIds)
  if (full.size === 0) return
  const isOwn = full.has(by)
  const errors = userIds.filter((userId) => full.has(userId) && userId !== by).map(faultOf(fieldOf))
  throw new E_MEMBERSHIPS_FULL(isOwn ? OWN : undefined, errors.length > 0 ? { errors } : {})
}

const OWN = 'You are in as many conversations of this kind as one may'

const faultOf =
  (fieldOf: Brought['fieldOf']) =>
  (userId: number): FieldFault => ({
    field: fieldOf(userId),
    rule: 'places',
    message: `User ${userId} is in as many conversations of this kind as one may`,
  })

async function fullAmong(
  trx: TransactionClientContract,
  kind: 'group' | 'direct',
  userIds: readonly number[]
): Promise<ReadonlySet<number>> {
  const { membershipsPerUser } = app.config.get<MessagingConfig>('messaging')
  const full = new Set<number>()
  for (const some of piecesOf(userIds)) {
    const rows = await trx
      .query()
      .from('conversation_members as m')
      .join('conversations as c', 'c.id', 'm.conversation_id')
      .whereIn('m.user_id', some)
      .whereNull('m.left_seq')
      .where('c.type', kind)
      .groupBy('m.user_id')
      .havingRaw('count(*) >= ?', [membershipsPerUser])
      .select('m.user_id')
    for (const row of rows) full.add(Number(row.user_id))
  }
  return full
}

function piecesOf(userIds: readonly number[]): number[][] {
  const count = Math.ceil(userIds.length / AT_ONCE)
  return Array.from({ length: count }, (_, no) => userIds.slice(no * AT_ONCE, (no + 1) * AT_ONCE))
}
