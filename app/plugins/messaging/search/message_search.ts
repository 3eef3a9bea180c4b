import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import { oneOfIds, type Predicate } from '#kernel/data_scope/main'
import { dialectOf, foldText, toStored } from '#kernel/database/main'
import { searchTextContains } from '#kernel/listing/main'
import { LARGEST_ID, type Shaped } from '#kernel/contracts/main'
import { CostlyWork } from '#kernel/rate_limit/main'
import { saidIn } from '../entries/content_rule.js'
import type { Entry } from '../entries/entry.js'
import { EntryLog } from '../entries/entry_log.js'
import { cursorBefore, idBefore } from '../queries/paging.js'
import { everMembershipOf, membershipsOf, type Membership } from '../rosters/membership.js'
import { readPlanned, type Binding } from '../statements.js'
import type { searchValidator } from '../validators/messaging_validators.js'
import { excerptOf } from './excerpt.js'
import { hitView, type hitsShape } from './hit_transformer.js'

type SearchQuery = Infer<typeof searchValidator>

const searches = new CostlyWork({
  name: 'im:searches',
  most: 120,
  duration: '1 minute',
  spent: 'You have searched as often as one may in a minute',
  atOnce: 2,
  busy: 'Your other searches are still running',
})

const dialect = () => dialectOf(db.connection())

/** Messages that one request looks through. SQLite serves nobody else meanwhile. */
const mostLookedAt = () => (dialect() === 'sqlite' ? 5_000 : 20_000)

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
  const wanted = conditionOf(query)
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

function conditionOf(query: SearchQuery): Predicate {
  const { actorId, contentType, createdAtFrom, createdAtTo, keyword } = query
  const compared = [
    { sql: 'actor_id = ?', value: actorId },
    { sql: 'content_type = ?', value: contentType },
    { sql: 'created_at >= ?', value: createdAtFrom && toStored(createdAtFrom) },
    { sql: 'created_at <= ?', value: createdAtTo && toStored(createdAtTo) },
  ].flatMap(({ sql, value }) => (value === undefined ? [] : { sql, bindings: [value] }))
  const conditions: Predicate[] = compared
  if (keyword !== undefined) conditions.push(searchTextContains('search_text', keyword, dialect()))
  return {
    sql: ['recalled_at is null', ...conditions.map(({ sql }) => sql)].join(' and '),
    bindings: conditions.flatMap(({ bindings }) => bindings),
  }
}

function theirs(memberships: readonly Membership[]): { sql: string; bindings: Binding[] } {
  const ids = memberships.map(({ conversationId }) => conversationId)
  const { sql, bindings } = oneOfIds('conversation_id', ids, dialect())
  return { sql, bindings: bindings as Binding[] }
}

function excerptIn({ content, contentType }: Entry, keyword: string | undefined) {
  const texts = content === null ? [] : saidIn(contentType!, content)
  if (keyword === undefined) return excerptOf(texts[0] ?? '')
  const folded = foldText(keyword)
  const text = texts.find((one) => foldText(one).includes(folded)) ?? texts[0] ?? ''
  return excerptOf(text, keyword)
}
