import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { oneOfIds } from '#kernel/data_scope/main'
import { dialectOf, foldText, type Dialect } from '#kernel/database/main'
import { LARGEST_ID, type Shaped } from '#kernel/contracts/main'
import { CostlyWork } from '#kernel/rate_limit/main'
import type { Entry } from '../entries/entry.js'
import { EntryLog } from '../entries/entry_log.js'
import { cursorBefore, idBefore } from '../queries/paging.js'
import { everMembershipOf, membershipsOf, type Membership } from '../rosters/membership.js'
import { readPlanned, type Binding } from '../statements.js'
import { excerptOf } from './excerpt.js'
import { hitView, type hitsShape } from './hit_transformer.js'
import { searchCondition, type Sought } from './search_condition.js'

export interface SearchQuery extends Sought {
  conversationId?: number
  limit?: number
  cursor?: string
}

const searches = new CostlyWork({
  name: 'im:searches',
  most: 120,
  duration: '1 minute',
  spent: 'You have searched as often as one may in a minute',
  atOnce: 2,
  busy: 'Your other searches are still running',
})

/** Messages that one request looks through. SQLite serves nobody else meanwhile. */
const MOST_LOOKED_AT: Readonly<Record<Dialect, number>> = {
  sqlite: 5_000,
  postgres: 20_000,
  mysql: 20_000,
}
const mostLookedAt = () => MOST_LOOKED_AT[dialectOf(db.connection())]

const COMPARED =
  'id, conversation_id, seq, actor_id, content_type, search_text, created_at, recalled_at'

/**
 * Looks through what somebody sees, the newest first. A request looks through a bounded number of messages and goes on by its
 * cursor.
 */
@inject()
export class MessageSearch {
  constructor(private readonly log: EntryLog) {}

  /** @throws E_NOT_FOUND for a conversation that is not theirs, E_VALIDATION for a cursor of something else; E_TOO_MANY_REQUESTS */
  page(userId: number, query: SearchQuery): Promise<Shaped<typeof hitsShape>> {
    return searches.during(userId, () => this.#page(userId, query))
  }

  async #page(userId: number, query: SearchQuery): Promise<Shaped<typeof hitsShape>> {
    const { conversationId, limit = 20, cursor, keyword } = query
    const memberships = await membershipsOfSearch(userId, conversationId)
    if (memberships.length === 0) return { items: [], nextCursor: null }
    const before = cursor === undefined ? LARGEST_ID : idBefore(cursor)
    const end = await endOfPart(memberships, before)
    const found = await foundIn(memberships, query, { end, before, most: limit + 1 })
    const messages = await this.log.byIds(found.slice(0, limit))
    const items = messages.map((message) => hitView(message, excerptIn(message, keyword)))
    const last = found.length > limit ? found[limit - 1]! : end
    return { items, nextCursor: last <= 1 ? null : cursorBefore(last) }
  }
}

async function membershipsOfSearch(
  userId: number,
  conversationId: number | undefined
): Promise<Membership[]> {
  if (conversationId === undefined) return membershipsOf(userId)
  return [await everMembershipOf(conversationId, userId)]
}

/** The id from which on a request looks: so many messages of these conversations lie between; 1 where there are fewer. */
async function endOfPart(memberships: readonly Membership[], before: number): Promise<number> {
  const { sql, bindings } = theirs(memberships)
  const rows = await readPlanned(
    `select id from conversation_entries
     where ${sql} and kind = 'message' and id < ? order by id desc limit 1 offset ?`,
    [...bindings, before, mostLookedAt() - 1]
  )
  return Number(rows[0]?.id ?? 1)
}

interface Part {
  readonly end: number
  readonly before: number
  readonly most: number
}

/** Ids of hits, the newest first. The limit within keeps the database from comparing texts of others. */
async function foundIn(
  memberships: readonly Membership[],
  query: SearchQuery,
  { end, before, most }: Part
): Promise<number[]> {
  const { sql, bindings } = theirs(memberships)
  const wanted = searchCondition(query, dialectOf(db.connection()))
  const rows = await readPlanned(
    `select id, conversation_id, seq from (
       select ${COMPARED} from conversation_entries
       where ${sql} and kind = 'message' and id >= ? and id < ? order by id desc limit ${mostLookedAt()}
     ) as part where ${wanted.sql} order by id desc`,
    [...bindings, end, before, ...(wanted.bindings as Binding[])]
  )
  const seen = new Map(memberships.map((one) => [one.conversationId, one]))
  return rows
    .filter((row) => {
      const { fromSeq, toSeq } = seen.get(Number(row.conversation_id))!
      return Number(row.seq) >= fromSeq && Number(row.seq) <= toSeq
    })
    .slice(0, most)
    .map((row) => Number(row.id))
}

function theirs(memberships: readonly Membership[]): { sql: string; bindings: Binding[] } {
  const ids = memberships.map(({ conversationId }) => conversationId)
  const { sql, bindings } = oneOfIds('conversation_id', ids, dialectOf(db.connection()))
  return { sql, bindings: bindings as Binding[] }
}

function excerptIn({ content, contentType }: Entry, keyword: string | undefined) {
  const texts = textsOf(contentType, content)
  if (keyword === undefined) return excerptOf(texts[0] ?? '')
  const folded = foldText(keyword)
  const text = texts.find((one) => foldText(one).includes(folded)) ?? texts[0] ?? ''
  return excerptOf(text, keyword)
}

/** What is searched of a message, in order. */
function textsOf(contentType: Entry['contentType'], content: string | null): string[] {
  if (content === null || contentType === 'custom') return []
  const { text, name, title, body } = JSON.parse(content) as Record<string, unknown>
  return [text, name, title, body].filter((one) => typeof one === 'string')
}
