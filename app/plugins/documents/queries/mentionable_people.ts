import { inject } from '@adonisjs/core'
import { CostlyWork } from '#kernel/rate_limit/main'
import { People, type Card } from '#plugins/identity/main'
import { editorIdOf } from '../editor/editor_ids.js'
import { mentionAddressOf } from '../mentions/mention_address.js'
import type Document from '../models/document.js'
import { DocumentReaders } from '../rights/document_readers.js'

export interface MentionQuery {
  keyword?: string
  from?: number
  count?: number
}

const COUNT = 100
const MOST_LOOKED_AT = 5_000

const searches = new CostlyWork({
  name: 'documents:mentionable',
  most: 120,
  duration: '1 minute',
  spent: 'You have looked for people as often as one may in a minute',
  atOnce: 4,
  busy: 'Your earlier searches for people have not ended yet',
})

@inject()
export class MentionablePeople {
  constructor(
    private readonly people: People,
    private readonly readers: DocumentReaders
  ) {}

  /** In the form of the editor’s `setUsers`. @throws E_TOO_MANY_REQUESTS */
  find(document: Document, query: MentionQuery, self: number) {
    return searches.during(self, () => this.#find(document, query, self))
  }

  async #find(document: Document, query: MentionQuery, self: number) {
    const { keyword, from = 0, count = COUNT } = query
    const found: Card[] = []
    let lookedAt = 0
    for await (const cards of this.people.named(keyword)) {
      const readers = await this.readers.among(document, cards)
      found.push(...readers.filter(({ id }) => id !== self))
      lookedAt += cards.length
      if (found.length > from + count || lookedAt >= MOST_LOOKED_AT) break
    }
    const isPart = keyword !== undefined || from > 0 || found.length > from + count
    const users = found.slice(from, from + count).map(toUser)
    return { c: 'mention' as const, users, ...(isPart ? { isPaginated: true } : {}) }
  }
}

function toUser({ id, username, nickname: name, avatar }: Card) {
  const email = mentionAddressOf({ id, username })
  return { id: editorIdOf(id), name, email, ...(avatar ? { image: avatar } : {}) }
}
