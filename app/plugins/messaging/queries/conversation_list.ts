import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import { oneOfIds } from '#kernel/data_scope/main'
import { dialectOf } from '#kernel/database/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { People, type Card } from '#plugins/identity/main'
import { toEntry, ENTRY_COLUMNS, ENTRY_TABLES, type Entry } from '../entries/entry.js'
import { anyOf, read, severally, type Binding, type Row } from '../statements.js'
import { conversationView } from '../transformers/conversation_transformer.js'
import type { conversationsValidator } from '../validators/messaging_validators.js'
import { pageOf } from './paging.js'
import { unreadMentionsOf, unreadOf } from './unread.js'

type ConversationQuery = Infer<typeof conversationsValidator>

/** A person's conversations: pinned ones first, then the one in which somebody wrote last. */
@inject()
export class ConversationList {
  constructor(private readonly people: People) {}

  async page(userId: number, query: ConversationQuery) {
    const { page, pageSize, offset } = pageOf(query)
    const { sql, bindings } = conditionOf(userId, query)
    const [select, order] = query.left ? [SELECT_LEFT, ORDER_LEFT] : [SELECT, ORDER]
    const listed = `${select} ${FROM} ${sql} ${order}`
    const rows = await read(listed, [...bindings, pageSize, offset])
    const [counted] = await read(`select count(*) as total ${FROM} ${sql}`, bindings)
    const items = await this.#views(userId, rows)
    return { items, total: Number(counted!.total), page, pageSize }
  }

  /** @throws E_NOT_FOUND */
  async one(userId: number, conversationId: number) {
    const sql = `${SELECT} ${FROM} where m.user_id = ? and m.to_seq is null and c.id = ?`
    const rows = await read(sql, [userId, conversationId])
    if (rows.length === 0) throw new E_NOT_FOUND('No such conversation')
    const [view] = await this.#views(userId, rows)
    return view!
  }

  async #views(userId: number, rows: Row[]) {
    const peers = await this.#peers(userId, rows)
    const messages = await lastMessages(rows)
    const places = rows
      .filter((row) => row.to_seq === null)
      .map((row) => ({ id: Number(row.id), readSeq: Number(row.read_seq) }))
    const unread = await unreadOf(userId, places)
    const mentions = await unreadMentionsOf(userId, places)
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
}

interface Condition {
  readonly sql: string
  readonly bindings: Binding[]
}

function conditionOf(userId: number, { ids, left, archived }: ConversationQuery): Condition {
  const conditions = ['m.user_id = ?', `m.to_seq is ${left ? 'not null' : 'null'}`]
  if (archived !== undefined) conditions.push(archived ? 'm.archived' : 'not m.archived')
  const named = ids && oneOfIds('c.id', ids, dialectOf(db.connection()))
  if (named) conditions.push(named.sql)
  const sql = `where ${conditions.map((one) => `(${one})`).join(' and ')}`
  return { sql, bindings: [userId, ...((named?.bindings ?? []) as Binding[])] }
}

/** Where the person sees it: of those who have left, the last that they saw. */
async function lastMessages(rows: readonly Row[]): Promise<Map<number, Entry>> {
  const places = rows.map((row) => [Number(row.id), lastSeenOf(row)]).filter(([, seq]) => seq! > 0)
  const entries = (await readMessages(places)).map(toEntry)
  return new Map(entries.map((entry) => [entry.conversationId, entry]))
}

function lastSeenOf(row: Row): number {
  const [last, from] = [Number(row.last_message_seq), Number(row.from_seq)]
  const isSeen = last >= from && last <= Number(row.to_seq ?? last)
  return isSeen ? last : 0
}

const readMessages = severally(
  (places) => `select ${ENTRY_COLUMNS} from ${ENTRY_TABLES}
    where ${anyOf(places, 'e.conversation_id = ? and e.seq = ?')}`
)

const COLUMNS = `
  c.id, c.type, c.name, c.picture_file_id, c.last_seq, c.first_seq, c.created_at,
  m.role, m.from_seq, m.to_seq, m.read_seq, m.marked_unread, m.muted_until, m.pinned, m.archived`

const SELECT = `
  select ${COLUMNS}, c.owner_id, c.last_message_seq, c.last_message_at, c.closed_at`

/** What came after they left is not theirs to know. */
const SELECT_LEFT = `
  select ${COLUMNS}, null as owner_id, null as last_message_at, null as closed_at,
    (select max(e.seq) from conversation_entries e
      where e.conversation_id = c.id and e.kind = 'message' and e.seq between m.from_seq and m.to_seq
    ) as last_message_seq`

const FROM = `
  from conversation_members m join conversations c on c.id = m.conversation_id and c.deleted_at is null`

const ORDER = `
  order by m.pinned desc, coalesce(c.last_message_at, c.created_at) desc, c.id desc limit ? offset ?`

const ORDER_LEFT = 'order by c.id desc limit ? offset ?'
