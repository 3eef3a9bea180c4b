import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { People, type Card } from '#plugins/identity/main'
import { anyOf, rowsOf, severally, type Row } from '../statements.js'
import { conversationView } from '../transformers/conversation_transformer.js'
import type { LastMessage } from '../transformers/last_message.js'
import { messageColumnsWith, toStoredMessage } from '../writing/stored_message.js'
import { seenAfter } from '../rosters/seen_after.js'
import { staysOf } from '../rosters/stays.js'
import { unreadOf } from './unread.js'
import { unreadMentionsOf } from './unread_mentions.js'
import { pageOf, type PageQuery } from './paging.js'

export interface ConversationQuery extends PageQuery {
  /** Those that the person has left, instead of those in which they are. */
  left?: boolean
}

/**
 * A person's conversations, the one last written in first; seven statements for a hundred of them, and more for those in which there
 * is much unread of many stays.
 */
@inject()
export class ConversationList {
  constructor(private readonly people: People) {}

  async page(userId: number, query: ConversationQuery) {
    const { page, pageSize, offset } = pageOf(query)
    const [list, counting] = query.left ? [LIST_LEFT, COUNT_LEFT] : [LIST, COUNT]
    const rows = await rowsOf(db.connection(), list, [userId, pageSize, offset])
    const [count] = await rowsOf(db.connection(), counting, [userId])
    return { items: await this.#views(userId, rows), total: Number(count!.total), page, pageSize }
  }

  /** @throws E_NOT_FOUND */
  async one(userId: number, conversationId: number) {
    const rows = await rowsOf(db.connection(), ONE, [userId, conversationId])
    if (rows.length === 0) throw new E_NOT_FOUND('No such conversation')
    const [view] = await this.#views(userId, rows)
    return view!
  }

  async #views(userId: number, rows: Row[]) {
    const [peers, messages] = [await this.#peers(userId, rows), await this.#lastMessages(rows)]
    const present = rows.filter((row) => row.left_seq === null)
    const unread = await unreadOf(present)
    const mentions = await unreadMentionsOf(userId, present)
    return rows.map((row) => {
      const id = Number(row.id)
      return conversationView(row, {
        peer: peers.get(id),
        last: messages.get(id),
        unread: unread.get(id) ?? 0,
        unreadMentions: mentions.get(id) ?? 0,
      })
    })
  }

  async #peers(userId: number, rows: Row[]): Promise<Map<number, Card>> {
    const direct = rows.filter(({ type }) => type === 'direct').map(({ id }) => Number(id))
    if (direct.length === 0) return new Map()
    const members = await db
      .from('conversation_members')
      .whereIn('conversation_id', direct)
      .whereNot('user_id', userId)
      .select('conversation_id', 'user_id')
    const cards = await this.people.cardsOf(members.map((member) => Number(member.user_id)))
    const known = members.flatMap((member) => {
      const card = cards.get(Number(member.user_id))
      return card ? [[Number(member.conversation_id), card] as const] : []
    })
    return new Map(known)
  }

  async #lastMessages(rows: Row[]): Promise<Map<number, LastMessage>> {
    const places = rows.map((row) => [Number(row.id), lastSeenOf(row)])
    const spoken = places.filter(([, seq]) => seq! > 0)
    const found = await readMessages(db.connection(), spoken)
    const last = found.map((row) => {
      return { ...toStoredMessage(row), contentLeftOut: Number(row.left_out) === 1 }
    })
    return new Map(last.map((one) => [one.conversationId, one]))
  }
}

/** Of those who are there, the last of all, where they see it; 0 where nothing is seen. */
function lastSeenOf(row: Row): number {
  if (row.left_seq !== null) return staysOf(row).at(-1)?.upTo ?? 0
  return Number(row.last_seq) > seenAfter(row) ? Number(row.last_seq) : 0
}

/** In bytes: what is said at length is read with the history. */
const LONGEST = 8 * 1024
const IS_LONG = `octet_length(content) > ${LONGEST}`
const SHORT_COLUMNS = messageColumnsWith(`case when ${IS_LONG} then 'null' else content end`)

const readMessages = severally(
  (places) => `
    select ${SHORT_COLUMNS}, case when ${IS_LONG} then 1 else 0 end as left_out from messages
    where ${anyOf(places, 'conversation_id = ? and seq = ?')}`
)

const FROM = `
  from conversation_members m join conversations c on c.id = m.conversation_id
  where m.user_id = ? and m.left_seq is null`

const SELECT = `
  select c.id, c.type, c.title, c.owner_id, c.last_seq, c.removed_seq, c.last_message_at, c.closed_at, c.created_at,
    m.joined_seq, m.left_seq, m.stays, m.read_seq, m.muted ${FROM}`

const LIST = `${SELECT}
  order by coalesce(c.last_message_at, c.created_at) desc, c.id desc limit ? offset ?`

const ONE = `${SELECT} and c.id = ?`

const COUNT = `
  select count(*) as total from conversation_members where user_id = ? and left_seq is null`

/** What came after they left is not theirs to know: neither how much it is, nor when. */
const LIST_LEFT = `
  select c.id, c.type, c.title, null as owner_id, m.left_seq as last_seq, c.removed_seq,
    last.created_at as last_message_at, c.created_at,
    m.joined_seq, m.left_seq, m.stays, m.read_seq, m.muted
  from conversation_members m join conversations c on c.id = m.conversation_id
  left join messages last on last.conversation_id = m.conversation_id and last.seq = m.left_seq
  where m.user_id = ? and m.left_seq is not null
  order by coalesce(last.created_at, c.created_at) desc, c.id desc limit ? offset ?`

const COUNT_LEFT = `
  select count(*) as total from conversation_members where user_id = ? and left_seq is not null`
