import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { storedToIso } from '#kernel/database/main'
import { t } from '#kernel/contracts/main'
import { People } from '#plugins/identity/main'
import { pageOf, type PageQuery } from './paging.js'
import { personShape, personView } from '../transformers/conversation_transformer.js'

export const blockShape = t.object(
  { userId: t.id(), person: t.nullable(personShape), createdAt: t.instant() },
  { title: 'BlockedPerson' }
)

/** Whom somebody blocks, the last first. */
@inject()
export class BlockedPeople {
  constructor(private readonly people: People) {}

  async page(userId: number, query: PageQuery) {
    const { page, pageSize, offset } = pageOf(query)
    const blocks = db.from('contact_blocks').where('user_id', userId)
    const rows = await blocks.clone().orderBy('id', 'desc').offset(offset).limit(pageSize)
    const [count] = await blocks.clone().count('* as total')
    const cards = await this.people.cardsOf(rows.map((row) => Number(row.blocked_id)))
    const items = rows.map((row) => {
      const id = Number(row.blocked_id)
      return {
        userId: id,
        person: personView(cards.get(id)),
        createdAt: storedToIso(row.created_at),
      }
    })
    return { items, total: Number(count!.total), page, pageSize }
  }
}
