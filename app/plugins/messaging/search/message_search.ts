import { setImmediate } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { oneOfIds } from '#kernel/data_scope/main'
import { dialectOf, type Dialect } from '#kernel/database/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { LARGEST_ID, type Shaped } from '#kernel/contracts/main'
import { CostlyWork } from '#kernel/rate_limit/main'
import { MessageLog } from '../delivery/message_log.js'
import { sightAmong, sightOf, type Sight } from '../rosters/sight.js'
import { isWithin } from '../rosters/stays.js'
import { rowsPlannedOf, type Binding } from '../statements.js'
import { hitView, type hitShape, type hitsShape } from './hit_transformer.js'
import { Finds } from './finds.js'
import { cursorBefore, idBefore } from '../queries/id_cursor.js'
import { searchCondition, type Sought } from './search_condition.js'
import { WayBack, type Part } from './way_back.js'

export interface SearchQuery extends Sought {
  conversationId?: number
  limit?: number
  cursor?: string
}

type Hit = Shaped<typeof hitShape>

/** Each may keep a connection of the database for a while. */
const searches = new CostlyWork({
  name: 'im:searches',
  most: 120,
  duration: '1 minute',
  spent: 'You have searched as often as one may in a minute',
  atOnce: 2,
  busy: 'Your other searches are still running',
})

/** Messages that one statement looks through: SQLite holds the node up meanwhile, however long they are; others cost a way there. */
const MOST_IN_PART: Readonly<Record<Dialect, number>> = {
  sqlite: 2_000,
  postgres: 5_000,
  mysql: 5_000,
}
/** To look for a word in a text takes as long as the two together, at worst: so long a part may be, whoever wrote it. */
const MOST_BYTES_IN_PART = 1024 * 1024
/** What one request may cost: messages looked through, with so much in them, parts that they lie in, and those read for nothing. */
const MOST_LOOKED_AT = 50_000
const MOST_BYTES = 8 * MOST_BYTES_IN_PART
const MOST_PARTS = 250
const MOST_READ = 1_000
/** Characters of what a database found and is no hit: each is looked at here, too, with accents taken away. */
const MOST_IN_VAIN = 400_000
const READ_AT_ONCE = 100
/** In characters; what is longer is not judged in one go with the next. */
const LONG = 2_000

const LOOKED_AT =
  'id, conversation_id, seq, sender_id, content_type, content, created_at, recalled_at'

/**
 * Looks through what somebody may see, the newest first, and ends where a page is full or the request has cost enough. Nothing is
 * kept for it beside the messages: what is recalled, erased or removed is not found from then on, and what is old is.
 */
export class MessageSearch {
  readonly #log = new MessageLog(db)

  /**
   * @param abortSignal nobody waits for the rest once it is aborted
   * @throws E_NOT_FOUND for a conversation that is not theirs, E_VALIDATION for a cursor of something else; E_TOO_MANY_REQUESTS
   */
  page(
    userId: number,
    query: SearchQuery,
    abortSignal?: AbortSignal
  ): Promise<Shaped<typeof hitsShape>> {
    return searches.during(userId, () => this.#page(userId, query, abortSignal))
  }

  async #page(
    userId: number,
    query: SearchQuery,
    abortSignal?: AbortSignal
  ): Promise<Shaped<typeof hitsShape>> {
    const { conversationId, limit = 20, cursor } = query
    const seen = await seenBy(userId, conversationId)
    const before = cursor === undefined ? (await this.#log.lastId()) + 1 : idBefore(cursor)
    const walk = new Walk(this.#log, seen, query, abortSignal)
    const reached = await walk.back(before, limit + 1)
    const items = walk.hits.slice(0, limit)
    const more = walk.hits.length > limit ? items.at(-1)!.messageId : reached
    return { items, nextCursor: more === null ? null : cursorBefore(more) }
  }
}

/** One request's. */
class Walk {
  readonly hits: Hit[] = []
  readonly #client = db.connection()
  readonly #finds: Finds
  readonly #way: WayBack
  readonly #conversationIds: readonly number[]
  #read = 0
  #inVain = 0

  constructor(
    private readonly log: MessageLog,
    private readonly seen: ReadonlyMap<number, Sight>,
    private readonly query: SearchQuery,
    private readonly abortSignal?: AbortSignal
  ) {
    const size = [...seen.values()].reduce((sum, one) => sum + one.size, 0)
    this.#finds = new Finds(query.keyword)
    this.#conversationIds = [...seen.keys()]
    const messages = MOST_IN_PART[dialectOf(this.#client)]
    const most = { messages, bytes: MOST_BYTES_IN_PART }
    this.#way = new WayBack(this.#client, this.#conversationIds, size, most)
  }

  /** Resolves to the id before which nothing was looked at; `null` where everything was. */
  async back(before: number, most: number): Promise<number | null> {
    let [id, lookedAt, bytes] = [before, 0, 0]
    for (let parts = 0; parts < MOST_PARTS && lookedAt < MOST_LOOKED_AT; parts++) {
      if (bytes >= MOST_BYTES) break
      this.abortSignal?.throwIfAborted()
      const part = await this.#way.partBefore(id)
      if (!part) return null
      id = await this.#through(part, most)
      if (this.hits.length >= most || this.#isSpent()) break
      lookedAt += part.size
      bytes += part.bytes
      await setImmediate()
    }
    return id <= 1 ? null : id
  }

  async #through(part: Part, most: number): Promise<number> {
    const found = part.size === 0 ? [] : await this.#foundIn(part)
    for (let from = 0; from < found.length; from += READ_AT_ONCE) {
      const some = found.slice(from, from + READ_AT_ONCE)
      for (const message of await this.log.byIds(some)) {
        const excerpt = this.#finds.excerpt(message)
        if (excerpt) this.hits.push(hitView(message, excerpt))
        else this.#inVain += message.content.length
        if (this.hits.length >= most || this.#isSpent()) return message.id
        if (message.content.length > LONG) await setImmediate()
      }
      this.#read += some.length
      if (this.#isSpent()) return some.at(-1)!
    }
    return part.from
  }

  #isSpent(): boolean {
    return this.#read >= MOST_READ || this.#inVain >= MOST_IN_VAIN
  }

  /** Ids of what the database takes for hits, the newest first. Texts of others are not compared: the limit keeps the two apart. */
  async #foundIn({ from, before }: Part): Promise<number[]> {
    const dialect = dialectOf(this.#client)
    const theirs = oneOfIds('conversation_id', this.#conversationIds, dialect)
    const { sql, bindings } = searchCondition(this.query, dialect)
    const rows = await rowsPlannedOf(
      this.#client,
      `select id, conversation_id, seq from (
         select ${LOOKED_AT} from messages where ${theirs.sql} and id >= ? and id < ? limit ${LARGEST_ID}
       ) as part where ${sql}`,
      [...theirs.bindings, from, before, ...bindings] as Binding[]
    )
    return rows
      .filter((row) => isWithin(this.#staysIn(row.conversation_id), Number(row.seq)))
      .map((row) => Number(row.id))
      .sort((one, other) => other - one)
  }

  #staysIn(conversationId: unknown) {
    return this.seen.get(Number(conversationId))?.stays ?? []
  }
}

/** Those of which something is seen, or the one that is named. @throws E_NOT_FOUND */
async function seenBy(userId: number, conversationId?: number): Promise<Map<number, Sight>> {
  if (conversationId !== undefined) return named(userId, conversationId)
  const seen = await sightOf(db.connection(), userId)
  return new Map([...seen].filter(([, { stays }]) => stays.length > 0))
}

async function named(userId: number, conversationId: number): Promise<Map<number, Sight>> {
  const seen = await sightAmong(db.connection(), userId, [conversationId])
  if (!seen.has(conversationId)) throw new E_NOT_FOUND('No such conversation')
  return seen
}
