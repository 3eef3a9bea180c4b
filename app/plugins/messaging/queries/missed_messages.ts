import { dialectOf } from '#kernel/database/dialect'
import type { Database } from '@adonisjs/lucid/database'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import type { MessageLog, Span } from '../delivery/message_log.js'
import type { MessagingConfig } from '../messaging_config.js'
import { rowsOf, type Row } from '../statements.js'
import { seenAfter } from '../rosters/seen_after.js'
import { oneOfIds } from '#kernel/data_scope/predicate'
import { MESSAGE_COLUMNS, toStoredMessage, type StoredMessage } from '../writing/stored_message.js'
import { Renumbered, type Anew, type Position, type Standing } from './renumbered.js'

export interface MissedPage {
  messages: StoredMessage[]
  recalled: StoredMessage[]
  /** How far the client has come in those conversations of which there was something. */
  reached: Position[]
  /** Where what they see begins, of conversations of which the client has not come so far: what is before is missing. */
  begins: Position[]
  /** Where the client stands at a number of before a backup was restored, or is no member: what it is to go back to. */
  anew: Anew[]
  more: boolean
}

const DAY_MS = 86_400_000
const MOST_RECALLS = 200

/**
 * What came after the given positions, in pages. Of conversations that the client does not name it gets what is
 * unread: one that was begun while it was away cannot be named.
 */
export class MissedMessages {
  readonly #renumbered: Renumbered

  constructor(
    private readonly db: Database,
    private readonly log: MessageLog,
    private readonly config: MessagingConfig
  ) {
    this.#renumbered = new Renumbered(db)
  }

  /**
   * Read once more where some were removed meanwhile. Of what is numbered anew nothing comes until the client went back.
   *
   * @param since in ms; recalls since then
   */
  async page(
    userId: number,
    known: readonly Standing[],
    since?: number,
    again = true
  ): Promise<MissedPage> {
    const memberships = await rowsOf(this.db.connection(), MEMBERSHIPS, [userId])
    const anew = await this.#renumbered.among(memberships, known)
    const left = new Set(anew.map(({ id }) => id))
    const rows = memberships.filter((row) => !left.has(Number(row.conversation_id)))
    const positions = new Map(known.map(({ id, seq }) => [id, seq]))
    const [spans, begins] = [spansOf(rows, positions), beginsOf(rows, positions)]
    const { taken, more } = firstOf(spans, this.config.pageMessages)
    const [messages, recalled] = [
      await this.log.spans(taken),
      await this.#recalled(known, rows, since),
    ]
    const asked = taken.reduce((sum, { after, upTo }) => sum + upTo - after, 0)
    if (messages.length < asked && again) return this.page(userId, known, since, false)
    const reached = taken.map(({ conversationId, upTo }) => ({ id: conversationId, seq: upTo }))
    const waiting = new Set(spans.map(({ conversationId }) => conversationId))
    const empty = begins.filter(({ id }) => !waiting.has(id))
    return { messages, recalled, reached: [...reached, ...empty], begins, anew, more }
  }

  async #recalled(known: readonly Position[], rows: Row[], since?: number) {
    const mine = new Set(rows.map((row) => Number(row.conversation_id)))
    const ids = known.map(({ id }) => id).filter((id) => mine.has(id))
    if (ids.length === 0) return []
    const from = since ?? clock.now() - DAY_MS
    const client = this.db.connection()
    const among = oneOfIds('r.conversation_id', ids, dialectOf(client))
    const found = await rowsOf(client, recalls(among.sql), [
      ...(among.bindings as string[]),
      toStored(from),
    ])
    const seen = new Map(known.map(({ id, seq }) => [id, seq]))
    return found
      .map(toStoredMessage)
      .filter(({ conversationId, seq }) => seq <= seen.get(conversationId)!)
  }
}

const MEMBERSHIPS = `
  select m.conversation_id, m.joined_seq, m.left_seq, m.read_seq, c.last_seq, c.removed_seq
  from conversation_members m join conversations c on c.id = m.conversation_id
  where m.user_id = ? order by m.conversation_id`

const COLUMNS = MESSAGE_COLUMNS.split(', ')
  .map((column) => `m.${column}`)
  .join(', ')

const recalls = (among: string) => `
  select ${COLUMNS} from message_recalls r
  join messages m on m.conversation_id = r.conversation_id and m.seq = r.seq
  where ${among} and r.recalled_at >= ? order by r.id desc limit ${MOST_RECALLS}`

function spansOf(rows: Row[], known: ReadonlyMap<number, number>): Span[] {
  return rows.flatMap((row) => {
    const conversationId = Number(row.conversation_id)
    const joined = seenAfter(row)
    const position = known.get(conversationId)
    if (position === undefined && row.left_seq !== null) return []

    const after = Math.max(joined, position ?? Number(row.read_seq))
    const upTo = Number(row.left_seq ?? row.last_seq)
    return upTo > after ? [{ conversationId, after, upTo }] : []
  })
}

function beginsOf(rows: Row[], known: ReadonlyMap<number, number>): Position[] {
  return rows
    .map((row) => ({ id: Number(row.conversation_id), seq: seenAfter(row) }))
    .filter(({ id, seq }) => known.has(id) && known.get(id)! < seq)
}

/** A conversation has no gaps, so it is known beforehand how much a page takes of each. */
function firstOf(spans: Span[], most: number): { taken: Span[]; more: boolean } {
  const taken: Span[] = []
  let left = most
  for (const span of spans) {
    if (left === 0) return { taken, more: true }
    const upTo = Math.min(span.upTo, span.after + left)
    taken.push({ ...span, upTo })
    left -= upTo - span.after
    if (upTo < span.upTo) return { taken, more: true }
  }
  return { taken, more: false }
}
