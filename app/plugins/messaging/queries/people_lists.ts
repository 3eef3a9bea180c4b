import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { storedToIso } from '#kernel/database/main'
import { t } from '#kernel/contracts/main'
import { People } from '#plugins/identity/main'
import type { Entry } from '../entries/entry.js'
import { MEMBER_ROLES } from '../models/conversation.js'
import { membershipOf } from '../rosters/membership.js'
import { personShape, personView } from '../transformers/conversation_transformer.js'
import type { Row } from '../statements.js'
import { pageOf, type PageQuery } from './paging.js'

export const blockShape = t.object(
  { userId: t.id(), person: t.nullable(personShape), createdAt: t.instant() },
  { title: 'BlockedPerson' }
)

export const memberShape = t.object(
  {
    userId: t.id(),
    role: t.oneOf(MEMBER_ROLES),
    person: t.nullable(personShape),
    readSeq: t.integer({ minimum: 0 }),
    joinedAt: t.instant(),
  },
  { title: 'Member' }
)

export const reactionShape = t.object(
  {
    userId: t.nullable(t.id()),
    person: t.nullable(personShape),
    reaction: t.text({ examples: ['👍'] }),
    createdAt: t.instant(),
  },
  { title: 'Reaction' }
)

interface Who {
  userId: number | null
  person: ReturnType<typeof personView>
}

/** Pages of rows that name a person each. */
@inject()
export class PeopleLists {
  constructor(private readonly people: People) {}

  /** Whom somebody blocks, the last first. */
  blocked(userId: number, query: PageQuery) {
    const rows = db.from('contact_blocks').where('user_id', userId).orderBy('id', 'desc')
    const view = (row: Row, who: Who) => ({ ...who, createdAt: storedToIso(row.created_at) })
    return this.#page(rows, query, view, 'blocked_id')
  }

  /** Members of a conversation, for its members. @throws E_NOT_FOUND */
  async members(userId: number, conversationId: number, query: PageQuery) {
    await membershipOf(conversationId, userId)
    const members = db.from('conversation_members').where('conversation_id', conversationId)
    return this.#page(members.whereNull('to_seq').orderBy('id'), query, (row, who) => ({
      ...who,
      role: row.role,
      readSeq: Number(row.read_seq),
      joinedAt: storedToIso(row.created_at),
    }))
  }

  /** Who reacted to a message, in order. */
  reactions({ conversationId, seq }: Entry, query: PageQuery) {
    const rows = db.from('message_reactions').where({ conversation_id: conversationId, seq })
    return this.#page(rows.orderBy('id'), query, (row, who) => ({
      ...who,
      reaction: row.reaction,
      createdAt: storedToIso(row.created_at),
    }))
  }

  async #page<View>(
    all: DatabaseQueryBuilderContract<any>,
    query: PageQuery,
    view: (row: Row, who: Who) => View,
    column = 'user_id'
  ) {
    const { page, pageSize, offset } = pageOf(query)
    const rows: Row[] = await all.clone().offset(offset).limit(pageSize)
    const [count] = await all.clone().clearOrder().count('* as total')
    const cards = await this.people.cardsOf(rows.flatMap((row) => Number(row[column]) || []))
    const items = rows.map((row) => {
      const userId = row[column] === null ? null : Number(row[column])
      return view(row, { userId, person: personView(cards.get(userId ?? 0)) })
    })
    return { items, total: Number(count.total), page, pageSize }
  }
}
