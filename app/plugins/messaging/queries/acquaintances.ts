import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { People } from '#plugins/identity/main'
import { Contacts } from '../rosters/contacts.js'
import { personView } from '../transformers/conversation_transformer.js'

/** Whom somebody may write to, and who is or was in a conversation with them: their names stand beside what they wrote. */
@inject()
export class Acquaintances {
  constructor(
    private readonly people: People,
    private readonly contacts: Contacts
  ) {}

  /** Those of `ids` alone, in no particular order. */
  async among(userId: number, ids: readonly number[]) {
    const shared = db
      .from('conversation_members as own')
      .whereColumn('own.conversation_id', 'conversation_members.conversation_id')
      .where('own.user_id', userId)
    const members = db.from('conversation_members').whereIn('user_id', [...ids])
    const rows = await members.whereExists(shared).distinct('user_id')
    const met = rows.map((row) => Number(row.user_id))
    const cards = await this.people.cardsOf([...met, ...(await this.contacts.among(userId, ids))])
    return [...cards.values()].map((card) => personView(card)!)
  }
}
