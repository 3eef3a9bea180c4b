import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_MEMBERSHIPS_FULL } from '../errors.js'
import type { MessagingConfig } from '../messaging_config.js'

const AT_ONCE = 500
/** Also where there are few places in all: who works together shares many groups. */
const LEAST_SHARE = 50

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
 * be kept out of groups by it. Nor by one other person: their groups, and those into which they brought somebody, take a share.
 *
 * @throws E_MEMBERSHIPS_FULL, which names who is in as many of the kind as one may already
 */
export async function assertPlaces(
  trx: TransactionClientContract,
  kind: 'group' | 'direct',
  { by, userIds, fieldOf }: Brought
): Promise<void> {
  const taken = await placesOf(trx, kind, { by, userIds })
  const isOwn = (taken.get(by)?.all ?? 0) >= config().membershipsPerUser
  const errors = userIds
    .filter((userId) => userId !== by)
    .flatMap((userId) => {
      const full = whyFull(kind, taken.get(userId))
      return full ? [{ field: fieldOf(userId), rule: 'places', message: full(userId) }] : []
    })
  if (!isOwn && errors.length === 0) return
  throw new E_MEMBERSHIPS_FULL(isOwn ? OWN : undefined, errors.length > 0 ? { errors } : {})
}

interface Places {
  readonly all: number
  /** Taken by groups of whoever brings them in, or by that person's bringing them in. */
  readonly byOne: number
}

const OWN = 'You are in as many conversations of this kind as one may'

const ofAll = (userId: number) =>
  `User ${userId} is in as many conversations of this kind as one may`
const ofOne = (userId: number) =>
  `User ${userId} is in as many groups through you as through one person; ask them to leave some`

function whyFull(kind: 'group' | 'direct', places: Places = { all: 0, byOne: 0 }) {
  if (places.all >= config().membershipsPerUser) return ofAll
  return kind === 'group' && places.byOne >= shareOfOne() ? ofOne : undefined
}

/** A tenth of the places, some dozens at least. */
function shareOfOne(): number {
  return Math.max(LEAST_SHARE, Math.floor(config().membershipsPerUser / 10))
}

async function placesOf(
  trx: TransactionClientContract,
  kind: 'group' | 'direct',
  { by, userIds }: Pick<Brought, 'by' | 'userIds'>
): Promise<ReadonlyMap<number, Places>> {
  const taken = new Map<number, Places>()
  for (const some of piecesOf(userIds)) {
    const rows = await trx
      .query()
      .from('conversation_members as m')
      .join('conversations as c', 'c.id', 'm.conversation_id')
      .whereIn('m.user_id', some)
      .whereNull('m.left_seq')
      .where('c.type', kind)
      .groupBy('m.user_id')
      .select('m.user_id')
      .select(trx.raw('count(*) as taken'))
      .select(trx.raw(TAKEN_BY_ONE, [by, by]))
    for (const row of rows)
      taken.set(Number(row.user_id), { all: Number(row.taken), byOne: Number(row.by_one) })
  }
  return taken
}

const TAKEN_BY_ONE = 'sum(case when c.owner_id = ? or m.brought_by = ? then 1 else 0 end) as by_one'

function config(): MessagingConfig {
  return app.config.get<MessagingConfig>('messaging')
}

function piecesOf(userIds: readonly number[]): number[][] {
  const count = Math.ceil(userIds.length / AT_ONCE)
  return Array.from({ length: count }, (_, no) => userIds.slice(no * AT_ONCE, (no + 1) * AT_ONCE))
}
