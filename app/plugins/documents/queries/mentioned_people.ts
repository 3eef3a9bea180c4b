import { inject } from '@adonisjs/core'
import { People, type Card } from '#plugins/identity/main'
import { addresseeOf, type Addressee } from '../mentions/mention_address.js'

export interface Mentioned {
  /** As it came: an id, or an address. */
  given: number | string
  /** Several people may have the same e-mail address. */
  cards: readonly Card[]
}

/** An address that more people have is nobody's. */
const MOST_OF_AN_ADDRESS = 20

/** Whom ids and addresses mean. */
@inject()
export class MentionedPeople {
  constructor(private readonly people: People) {}

  async find(userIds: readonly number[], emails: readonly string[]): Promise<Mentioned[]> {
    const mentions = [
      ...userIds.map((id) => ({ given: id, to: { id } as Addressee })),
      ...emails.map((email) => ({ given: email, to: addresseeOf(email) })),
    ]
    const byId = await this.people.cardsOf(mentions.flatMap(({ to }) => ('id' in to ? to.id : [])))
    const byName = await this.people.addressed(
      mentions.flatMap(({ to }) => ('name' in to ? to.name : []))
    )
    return mentions.map(({ given, to }) => {
      if ('name' in to) return { given, cards: unlessTooMany(byName.get(to.name)) }
      const card = byId.get(to.id)
      return { given, cards: card ? [card] : [] }
    })
  }
}

function unlessTooMany(cards: readonly Card[] = []): readonly Card[] {
  return cards.length > MOST_OF_AN_ADDRESS ? [] : cards
}
