import db from '@adonisjs/lucid/services/db'
import { clipped, sizeOf, staysOf } from '../rosters/stays.js'
import { anyOf, severally, type Row } from '../statements.js'

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

/** A conversation with very many stays has its numbers in several rows. */
async function recalledIn(spans: readonly number[][]): Promise<Map<number, number>> {
  const counted = new Map<number, number>()
  for (const { conversation_id: id, recalled } of await readRecalled(db.connection(), spans))
    counted.set(Number(id), (counted.get(Number(id)) ?? 0) + Number(recalled))
  return counted
}

const readRecalled = severally(
  (spans) => `
    select conversation_id, count(*) as recalled from message_recalls
    where ${anyOf(spans, 'conversation_id = ? and seq > ? and seq <= ?')}
    group by conversation_id`
)
