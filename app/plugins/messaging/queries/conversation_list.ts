import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { People, type Card } from '#plugins/identity/main'
import { rowsOf, type Row } from '../statements.js'
import { conversationView } from '../transformers/conversation_transformer.js'
import { MESSAGE_COLUMNS, toStoredMessage, type StoredMessage } from '../writing/stored_message.js'
import { seenAfter } from '../rosters/seen_after.js'
import { unreadOf } from './unread.js'
import { pageOf, type PageQuery } from './paging.js'

/** A person's conversations, the one last written in first; always six statements at most, however many there are. */
@inject()
export class ConversationList {
  constructor(private readonly people: People) {}

  async page(userId: number, query: PageQuery) {
    const { page, pageSize, offset } = pageOf(query)
    const rows = await rowsOf(db.connection(), LIST, [userId, pageSize, offset])
    const [count] = await rowsOf(db.connection(), COUNT, [userId])
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
    const unread = await unreadOf(rows)
    return rows.map((row) => {
      const id = Number(row.id)
      return conversationView(row, {
        peer: peers.get(id),
        last: messages.get(id),
        unread: unread.get(id)!,
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

  async #lastMessages(rows: Row[]): Promise<Map<number, StoredMessage>> {
    const spoken = rows.filter((row) => Number(row.last_seq) > seenAfter(row))
    if (spoken.length === 0) return new Map()
    const anyOf = spoken.map(() => '(conversation_id = ? and seq = ?)').join(' or ')
    const found = await rowsOf(
      db.connection(),
      `select ${MESSAGE_COLUMNS} from messages where ${anyOf}`,
      spoken.flatMap((row) => [Number(row.id), Number(row.last_seq)])
    )
    return new Map(found.map(toStoredMessage).map((one) => [one.conversationId, one]))
  }
}

const FROM = `
  from conversation_members m join conversations c on c.id = m.conversation_id
  where m.user_id = ? and m.left_seq is null`

const SELECT = `
  select c.id, c.type, c.title, c.owner_id, c.last_seq, c.removed_seq, c.last_message_at, c.created_at,
    m.joined_seq, m.left_seq, m.stays, m.read_seq, m.muted ${FROM}`

const LIST = `${SELECT}
  order by coalesce(c.last_message_at, c.created_at) desc, c.id desc limit ? offset ?`

const ONE = `${SELECT} and c.id = ?`

const COUNT = `
  select count(*) as total from conversation_members where user_id = ? and left_seq is null`
