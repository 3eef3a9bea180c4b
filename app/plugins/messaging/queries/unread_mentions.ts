import db from '@adonisjs/lucid/services/db'
import { clipped, staysOf } from '../rosters/stays.js'
import { anyOf, rowsOf, severally, type Row } from '../statements.js'

/** Conversation → how many messages mention a member that they have not read; those without any are left out. */
export async function unreadMentionsOf(
  userId: number,
  rows: readonly Row[]
): Promise<Map<number, number>> {
  const spans = rows.flatMap((row) =>
    clipped(staysOf(row), { after: Number(row.read_seq) }).map(({ after, upTo }) => {
      return [userId, Number(row.id), after, upTo]
    })
  )
  const counted = new Map<number, number>()
  for (const { conversation_id: id, mentions } of await readMentions(db.connection(), spans))
    counted.set(Number(id), (counted.get(Number(id)) ?? 0) + Number(mentions))
  return counted
}

/** Over all conversations in which somebody is. */
export class UnreadMentions {
  async total(userId: number) {
    const rows = await rowsOf(db.connection(), MENTIONING, [userId])
    const counted = await unreadMentionsOf(userId, rows)
    return { unread: [...counted.values()].reduce((sum, count) => sum + count, 0) }
  }
}

const PART = 'n.user_id = ? and n.conversation_id = ? and n.seq > ? and n.seq <= ?'

const readMentions = severally(
  (spans) => `
    select n.conversation_id, count(*) as mentions
    from message_mentions n where ${anyOf(spans, PART)}
    group by n.conversation_id`
)

const MENTIONING = `
  select c.id, c.last_seq, c.removed_seq, m.joined_seq, m.left_seq, m.stays, m.read_seq
  from conversation_members m join conversations c on c.id = m.conversation_id
  where m.user_id = ? and m.left_seq is null and exists (
    select 1 from message_mentions n
    where n.user_id = m.user_id and n.conversation_id = m.conversation_id and n.seq > m.read_seq
  )`
