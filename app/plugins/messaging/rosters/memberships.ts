import app from '@adonisjs/core/services/app'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/main'
import type { MessagingConfig } from '../messaging_config.js'
import { anyOf, rowsOf, severally, type Row } from '../statements.js'

/** Which of the conversations that somebody has left are read as well. */
export interface Left {
  /** Into which they came since then, in ms; `Infinity` for none. */
  readonly since: number
  readonly named: Iterable<number>
}

/**
 * Somebody's memberships, in order of conversation: all that last, which are so many at most, and of those that are over the named
 * ones and the last so many. Others may have brought somebody into very many groups, one after another.
 */
export async function membershipsOf(
  client: QueryClientContract,
  userId: number,
  { since, named }: Left
): Promise<Row[]> {
  const { membershipsPerUser: most } = app.config.get<MessagingConfig>('messaging')
  const rows = await rowsOf(client, PRESENT, [userId])
  if (since !== Infinity) {
    const from = toStored(Math.max(0, since))
    rows.push(...(await rowsOf(client, LEFT_SINCE, [userId, from, most])))
  }
  const known = new Set(rows.map(conversationOf))
  const asked = [...new Set(named)].filter((id) => !known.has(id))
  const others = await membershipsAmong(client, userId, asked)
  return [...rows, ...others].sort((one, other) => conversationOf(one) - conversationOf(other))
}

/** Those in these conversations, whether they last or not. */
export function membershipsAmong(
  client: QueryClientContract,
  userId: number,
  conversationIds: readonly number[]
): Promise<Row[]> {
  return readAmong(
    client,
    conversationIds.map((id) => [userId, id])
  )
}

const conversationOf = (row: Row) => Number(row.conversation_id)

const MEMBERSHIPS = `
  select m.conversation_id, m.joined_seq, m.left_seq, m.read_seq, m.stays, m.created_at,
    c.last_seq, c.removed_seq
  from conversation_members m join conversations c on c.id = m.conversation_id`

const PRESENT = `${MEMBERSHIPS} where m.user_id = ? and m.left_seq is null`

const LEFT_SINCE = `${MEMBERSHIPS}
  where m.user_id = ? and m.left_seq is not null and m.created_at >= ?
  order by m.created_at desc, m.id desc limit ?`

const readAmong = severally(
  (places) => `${MEMBERSHIPS} where ${anyOf(places, 'm.user_id = ? and m.conversation_id = ?')}`
)
