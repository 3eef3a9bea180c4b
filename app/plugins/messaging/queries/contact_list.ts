import { inject } from '@adonisjs/core'
import { People, type Card } from '#plugins/identity/main'
import { ContactRule } from '../rosters/contact_rule.js'
import { personView } from '../transformers/conversation_transformer.js'

export interface ContactQuery {
  keyword?: string
  limit?: number
}

const LIMIT = 20

/** Nobody waits for names that are longer looked for than they can be read. */
const MOST_LOOKED_AT = 5_000

/** Whom somebody may write to, by name. */
@inject()
export class ContactList {
  constructor(
    private readonly people: People,
    private readonly contacts: ContactRule
  ) {}

  async find(userId: number, { keyword, limit = LIMIT }: ContactQuery) {
    const found: Card[] = []
    let lookedAt = 0
    for await (const cards of this.people.named(keyword)) {
      found.push(...(await this.#among(userId, cards)))
      lookedAt += cards.length
      if (found.length >= limit || lookedAt >= MOST_LOOKED_AT) break
    }
    return found.slice(0, limit).map((card) => personView(card)!)
  }

  async #among(userId: number, cards: readonly Card[]): Promise<Card[]> {
    const ids = cards.map(({ id }) => id)
    const allowed = await this.contacts.among(userId, ids)
    return cards.filter(({ id }) => allowed.has(id))
  }
}
