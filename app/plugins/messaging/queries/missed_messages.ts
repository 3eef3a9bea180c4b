import type { Database } from '@adonisjs/lucid/database'
import type { MessageLog, Span } from '../delivery/message_log.js'
import type { MessagingConfig } from '../messaging_config.js'
import { membershipsOf } from '../rosters/memberships.js'
import { sizeOf } from '../rosters/stays.js'
import type { StoredMessage } from '../writing/stored_message.js'
import { firstSpans, MARGIN_MS, missingOf, spansBefore, type Missing } from './missing_spans.js'
import { firstWithin } from './within_bytes.js'
import { Renumbered, type Anew, type Position, type Standing } from './renumbered.js'

export interface MissedPage {
  messages: StoredMessage[]
  /** How far the client has come in those conversations of which there was something. */
  reached: Position[]
  /** Where what they see goes on, of conversations of which the client has not come so far: what is before is missing. */
  begins: Position[]
  /** Where the client stands at a number of before a backup was restored, or is no member: what it is to go back to. */
  anew: Anew[]
  more: boolean
}

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
   * @param since in ms; of conversations that the person came into since then, all comes; of those that they have left meanwhile
   *   the last so many count
   */
  async page(
    userId: number,
    known: readonly Standing[],
    since = Infinity,
    again = true
  ): Promise<MissedPage> {
    const named = known.map(({ id }) => id)
    const left = { since: since - MARGIN_MS, named }
    const memberships = await membershipsOf(this.db.connection(), userId, left)
    const anew = await this.#renumbered.among(memberships, known)
    const back = new Set(anew.map(({ id }) => id))
    const rows = memberships.filter((row) => !back.has(Number(row.conversation_id)))
    const positions = new Map(known.map(({ id, seq }) => [id, seq]))
    const missing = rows.map((row) => missingOf(row, positions, since))
    const all = missing.flatMap(({ spans }) => spans)
    const { taken, more } = firstSpans(all, this.config.pageMessages)
    const found = await this.log.spans(taken)
    if (found.length < sizeOf(taken) && again) return this.page(userId, known, since, false)

    const messages = firstWithin(found, this.config.bufferedBytes / 2)
    const cut = found[messages.length]
    const brought = cut ? spansBefore(taken, cut) : taken
    const isMore = more || cut !== undefined || missing.some(({ later }) => later)
    return { messages, ...reachedBy(brought, missing), anew, more: isMore }
  }
}

/** What a page says of how far it has brought the client. */
function reachedBy(brought: readonly Span[], missing: readonly Missing[]) {
  const ends = new Map(brought.map((span) => [span.conversationId, span]))
  const begins = missing.flatMap(({ conversationId: id, position, seenAfter, spans }) => {
    const seq = spans.length === 0 ? seenAfter : (ends.get(id)?.after ?? 0)
    return position !== undefined && position < seq ? [{ id, seq }] : []
  })
  const reached = [...ends].map(([id, { upTo: seq }]) => ({ id, seq }))
  const empty = begins.filter(({ id }) => !ends.has(id))
  return { reached: [...reached, ...empty], begins }
}
