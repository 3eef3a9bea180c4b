import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { storedToIso } from '#kernel/database/main'
import { t } from '#kernel/contracts/main'
import { People } from '#plugins/identity/main'
import type { Entry } from '../entries/entry.js'
import { personShape, personView } from '../transformers/conversation_transformer.js'
import { pageOf, type PageQuery } from './paging.js'

export const reactionShape = t.object(
  {
    userId: t.nullable(t.id()),
    person: t.nullable(personShape),
    reaction: t.text({ examples: ['👍'] }),
    createdAt: t.instant(),
  },
  { title: 'Reaction' }
)

/** One's own reactions to the messages of a page. */
export class OwnReactions {
  /** `seq` → reactions. */
  async in(
    userId: number,
    conversationId: number,
    entries: readonly Entry[]
  ): Promise<Record<string, string[]>> {
    const seqs = entries.filter(({ reactions }) => reactions !== null).map(({ seq }) => seq)
    if (seqs.length === 0) return {}
    const rows = await db
      .from('message_reactions')
      .where({ conversation_id: conversationId, user_id: userId })
      .whereIn('seq', seqs)
      .orderBy('id')
      .select('seq', 'reaction')
    const bySeq = Map.groupBy(rows, (row) => String(row.seq))
    return Object.fromEntries(
      [...bySeq].map(([seq, own]) => [seq, own.map((row) => String(row.reaction))])
    )
  }
}

/** Who reacted to a message, in order. */
@inject()
export class ReactionList {
  constructor(private readonly people: People) {}

  async page({ conversationId, seq }: Entry, query: PageQuery) {
    const { page, pageSize, offset } = pageOf(query)
    const reactions = db.from('message_reactions').where({ conversation_id: conversationId, seq })
    const rows = await reactions.clone().orderBy('id').offset(offset).limit(pageSize)
    const [count] = await reactions.clone().count('* as total')
    const cards = await this.people.cardsOf(rows.flatMap((row) => Number(row.user_id) || []))
    const items = rows.map((row) => ({
      userId: row.user_id === null ? null : Number(row.user_id),
      person: personView(cards.get(Number(row.user_id))),
      reaction: String(row.reaction),
      createdAt: storedToIso(row.created_at),
    }))
    return { items, total: Number(count.total), page, pageSize }
  }
}
