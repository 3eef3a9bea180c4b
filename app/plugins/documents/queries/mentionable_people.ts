import { inject } from '@adonisjs/core'
import { CostlyWork } from '#kernel/rate_limit/costly_work'
import { People, type Card } from '#plugins/identity/main'
import { editorIdOf } from '../editor/editor_ids.js'
import { mentionAddressOf } from '../mentions/mention_address.js'
import type Document from '../models/document.js'
import { DocumentReaders } from '../rights/document_readers.js'

export interface MentionQuery {
  keyword?: string
  /** How many to leave out, which the editor has already. */
  from?: number
  count?: number
}

const COUNT = 100

/** Nobody waits for a list that is longer than they can read. */
const MOST_LOOKED_AT = 5_000

const searches = new CostlyWork({
  name: 'documents:mentionable',
  most: 120,
  duration: '1 minute',
  spent: 'You have looked for people as often as one may in a minute',
  atOnce: 4,
  busy: 'You are still being told of the people you looked for before',
})

/** Whom one may mention in a document: everybody else who may see it. */
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
    const found = await this.#readers(document, keyword, { most: from + count + 1, self })
    const isPart = keyword !== undefined || from > 0 || found.length > from + count
    return {
      c: 'mention' as const,
      users: found.slice(from, from + count).map(toUser),
      ...(isPart ? { isPaginated: true } : {}),
    }
  }

  async #readers(
    document: Document,
    keyword: string | undefined,
    { most, self }: { most: number; self: number }
  ): Promise<Card[]> {
    const found: Card[] = []
    let lookedAt = 0
    for await (const cards of this.people.named(keyword)) {
      const readers = await this.readers.among(document, cards)
      found.push(...readers.filter(({ id }) => id !== self))
      lookedAt += cards.length
      if (found.length >= most || lookedAt >= MOST_LOOKED_AT) break
    }
    return found
  }
}

function toUser({ id, username, nickname: name, avatar }: Card) {
  const email = mentionAddressOf({ id, username })
  return { id: editorIdOf(id), name, email, ...(avatar ? { image: avatar } : {}) }
}
