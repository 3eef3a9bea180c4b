import { inject } from '@adonisjs/core'
import { anyOf, read, severally } from '../statements.js'
import { ENTRY_COLUMNS, ENTRY_TABLES, toEntry, type Entry } from './entry.js'

/** Part of a conversation: what comes after one `seq`, up to another. */
export interface Span {
  readonly conversationId: number
  readonly after: number
  readonly upTo: number
}

/** Reads committed entries. */
@inject()
export class EntryLog {
  /** All entries of the spans, in order of conversation and `seq`. */
  async spans(spans: readonly Span[]): Promise<Entry[]> {
    const bindings = spans.map(({ conversationId, after, upTo }) => [conversationId, after, upTo])
    return (await readSpans(bindings)).map(toEntry)
  }

  /** The last lines of a span, at most `most`, in order. */
  lastLines(span: Span, most: number): Promise<Entry[]> {
    return this.#lines(span, `desc limit ${most}`).then((entries) => entries.reverse())
  }

  /** The first lines of a span, at most `most`, in order. */
  firstLines(span: Span, most: number): Promise<Entry[]> {
    return this.#lines(span, `limit ${most}`)
  }

  /** `null` where the place holds no message. */
  async message(conversationId: number, seq: number): Promise<Entry | null> {
    const [entry] = await this.spans([{ conversationId, after: seq - 1, upTo: seq }])
    return entry?.kind === 'message' ? entry : null
  }

  /** Those that are still there, the newest first. */
  async byIds(ids: readonly number[]): Promise<Entry[]> {
    const rows = await readByIds(ids.map((id) => [id]))
    return rows.map(toEntry).sort((one, other) => other.id - one.id)
  }

  /** Those that are pinned, the newest first. */
  async pinned(conversationId: number, from: number): Promise<Entry[]> {
    const sql = `select ${ENTRY_COLUMNS} from ${ENTRY_TABLES}
      where e.conversation_id = ? and e.seq >= ? and e.pinned_at is not null order by e.seq desc`
    return (await read(sql, [conversationId, from])).map(toEntry)
  }

  async #lines({ conversationId, after, upTo }: Span, order: string): Promise<Entry[]> {
    const sql = `select ${ENTRY_COLUMNS} from ${ENTRY_TABLES}
      where e.conversation_id = ? and e.seq > ? and e.seq <= ? and e.target_seq is null
      order by e.seq ${order}`
    return (await read(sql, [conversationId, after, upTo])).map(toEntry)
  }
}

const readSpans = severally(
  (spans) => `select ${ENTRY_COLUMNS} from ${ENTRY_TABLES}
    where ${anyOf(spans, 'e.conversation_id = ? and e.seq > ? and e.seq <= ?')}
    order by e.conversation_id, e.seq`
)

const readByIds = severally(
  (places) => `select ${ENTRY_COLUMNS} from ${ENTRY_TABLES} where ${anyOf(places, 'e.id = ?')}`
)
