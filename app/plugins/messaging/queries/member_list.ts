import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { People } from '#plugins/identity/main'
import { membershipOf } from '../rosters/membership.js'
import { memberView } from '../transformers/conversation_transformer.js'
import { pageOf, type PageQuery } from './paging.js'

/** Members of a conversation, for its members. */
@inject()
export class MemberList {
  constructor(private readonly people: People) {}

  async page(userId: number, conversationId: number, query: PageQuery) {
    await membershipOf(db.connection(), conversationId, userId)
    const { page, pageSize, offset } = pageOf(query)
    const members = db
      .from('conversation_members')
      .where('conversation_id', conversationId)
      .whereNull('to_seq')
    const rows = await members.clone().orderBy('id').offset(offset).limit(pageSize)
    const [count] = await members.clone().count('* as total')
    const cards = await this.people.cardsOf(rows.map((row) => Number(row.user_id)))
    const items = rows.map((row) => memberView(row, cards.get(Number(row.user_id))))
    return { items, total: Number(count!.total), page, pageSize }
  }
}
