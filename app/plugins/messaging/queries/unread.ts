import db from '@adonisjs/lucid/services/db'
import { clipped, sizeOf, staysOf } from '../rosters/stays.js'
import { rowsOf, type Row } from '../statements.js'

/** Conversation → how many messages a member has not read that say something still. */
export async function unreadOf(rows: readonly Row[]): Promise<Map<number, number>> {
  const spans = rows.map((row) => ({
    id: Number(row.id),
    stays: clipped(staysOf(row), { after: Number(row.read_seq) }),
  }))
  const recalled = await recalledIn(
    spans.flatMap(({ id, stays }) => stays.map(({ after, upTo }) => [id, after, upTo]))
  )
  return new Map(spans.map(({ id, stays }) => [id, sizeOf(stays) - (recalled.get(id) ?? 0)]))
}

async function recalledIn(spans: readonly number[][]): Promise<Map<number, number>> {
  if (spans.length === 0) return new Map()
  const anyOf = spans.map(() => '(conversation_id = ? and seq > ? and seq <= ?)').join(' or ')
  const rows = await rowsOf(
    db.connection(),
    `select conversation_id, count(*) as recalled from message_recalls
     where ${anyOf} group by conversation_id`,
    spans.flat()
  )
  return new Map(rows.map((row) => [Number(row.conversation_id), Number(row.recalled)]))
}
