import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { MOST_UNREAD } from '../transformers/conversation_transformer.js'
import { anyOf, read, severally, type Row } from '../statements.js'

/** In all; in one conversation it is `MOST_UNREAD`: front ends show that there are more. */
export const MOST_UNREAD_IN_ALL = 1_000

/** Conversation → messages of others after the read mark that were not recalled, up to `MOST_UNREAD`. */
export async function unreadOf(
  userId: number,
  rows: readonly { id: number; readSeq: number }[]
): Promise<Map<number, number>> {
  const counted = await countUnread(rows.map(({ id, readSeq }) => [id, id, readSeq, userId]))
  return new Map(counted.map((row) => [Number(row.id), Number(row.unread)]))
}

/** Conversation → unread messages that mention one. */
export async function unreadMentionsOf(
  userId: number,
  rows: readonly { id: number; readSeq: number }[]
): Promise<Map<number, number>> {
  const counted = await countMentions(rows.map(({ id, readSeq }) => [userId, id, readSeq]))
  return new Map(counted.map((row) => [Number(row.id), Number(row.mentions)]))
}

/** Over all conversations of a person. */
export class UnreadTotal {
  /**
   * Without muted conversations, up to `MOST_UNREAD_IN_ALL`; one that is marked as unread and has nothing unread counts
   * as one.
   */
  async messages(userId: number): Promise<{ unread: number }> {
    const rows = await read(BEHIND, [userId, toStored(clock.now())])
    const counts = await unreadOf(userId, rows.map(toPlace))
    const unread = rows.reduce((sum, row) => {
      return sum + Math.max(counts.get(Number(row.id)) ?? 0, Number(Boolean(row.marked_unread)))
    }, 0)
    return { unread: Math.min(unread, MOST_UNREAD_IN_ALL) }
  }

  async mentions(userId: number): Promise<{ unread: number }> {
    const [row] = await read(MENTIONING, [userId])
    return { unread: Number(row!.mentions) }
  }
}

function toPlace(row: Row): { id: number; readSeq: number } {
  return { id: Number(row.id), readSeq: Number(row.read_seq) }
}

/** Each counts a bounded number of rows, whatever the length of the conversation. Places that are left over name none. */
const countUnread = severally((places) =>
  Array.from(
    { length: places },
    () => `select ? as id, (select count(*) from (
      select 1 as one from conversation_entries
      where conversation_id = ? and seq > ? and kind = 'message' and recalled_at is null
        and (actor_id is null or actor_id <> ?) limit ${MOST_UNREAD}
    ) as counted) as unread`
  ).join(' union all ')
)

const countMentions = severally(
  (places) => `
    select conversation_id as id, count(*) as mentions from message_mentions
    where ${anyOf(places, 'user_id = ? and conversation_id = ? and seq > ?')}
    group by conversation_id`
)

const BEHIND = `
  select c.id, m.read_seq, m.marked_unread
  from conversation_members m join conversations c on c.id = m.conversation_id and c.deleted_at is null
  where m.user_id = ? and m.to_seq is null and (m.muted_until is null or m.muted_until <= ?)
    and (c.last_message_seq > m.read_seq or m.marked_unread)`

const MENTIONING = `
  select count(*) as mentions
  from message_mentions n
  join conversation_members m on m.conversation_id = n.conversation_id and m.user_id = n.user_id
  where n.user_id = ? and m.to_seq is null and n.seq > m.read_seq`
