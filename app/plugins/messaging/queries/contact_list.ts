import { inject } from '@adonisjs/core'
import type { Infer } from '@vinejs/vine/types'
import { CostlyWork } from '#kernel/rate_limit/main'
import { People, type Card } from '#plugins/identity/main'
import { Contacts } from '../rosters/contacts.js'
import { personView } from '../transformers/conversation_transformer.js'
import type { contactsValidator } from '../validators/messaging_validators.js'

type ContactQuery = Infer<typeof contactsValidator>

/** Nobody waits for names that are longer looked for than they can be read. */
const MOST_LOOKED_AT = 5_000

const searches = new CostlyWork({
  name: 'im:contacts',
  most: 120,
  duration: '1 minute',
  spent: 'You have looked for people as often as one may in a minute',
  atOnce: 4,
  busy: 'You are still being told of the people you looked for before',
})

/** Whom somebody may write to, by name. */
@inject()
export class ContactList {
  constructor(
    private readonly people: People,
    private readonly contacts: Contacts
  ) {}

  /** @throws E_TOO_MANY_REQUESTS */
  find(userId: number, query: ContactQuery) {
    return searches.during(userId, () => this.#find(userId, query))
  }

  async #find(userId: number, { keyword, limit = 20 }: ContactQuery) {
    const found: Card[] = []
    let lookedAt = 0
    for await (const cards of this.people.named(keyword)) {
      const ids = cards.map(({ id }) => id)
      const allowed = await this.contacts.among(userId, ids)
      found.push(...cards.filter(({ id }) => allowed.has(id)))
      lookedAt += cards.length
      if (found.length >= limit || lookedAt >= MOST_LOOKED_AT) break
    }
    return found.slice(0, limit).map((card) => personView(card)!)
  }
}
