import type { Database } from '@adonisjs/lucid/database'
import { anyOf, rowsOf, severally } from '../statements.js'
import { MESSAGE_COLUMNS, toStoredMessage, type StoredMessage } from '../writing/stored_message.js'

/** Part of a conversation: what comes after one `seq`, up to another. */
export interface Span {
  readonly conversationId: number
  readonly after: number
  readonly upTo: number
}

/** Reads messages that were committed. */
export class MessageLog {
  constructor(private readonly db: Database) {}

  /** In order. */
  async span({ conversationId, after, upTo }: Span): Promise<StoredMessage[]> {
    return this.#messages(
      `select ${MESSAGE_COLUMNS} from messages
       where conversation_id = ? and seq > ? and seq <= ? order by seq`,
      [conversationId, after, upTo]
    )
  }

  /** Several spans, which come in order of conversation and `seq`, as their messages do. */
  async spans(spans: readonly Span[]): Promise<StoredMessage[]> {
    const bindings = spans.map(({ conversationId, after, upTo }) => [conversationId, after, upTo])
    return (await readSpans(this.db.connection(), bindings)).map(toStoredMessage)
  }

  /** The last few before `seq` that were written since. */
  async recentBefore(conversationId: number, seq: number, since: number) {
    const after = Math.max(0, seq - 1 - MOST_RECENT)
    const messages = await this.span({ conversationId, after, upTo: seq - 1 })
    return messages.filter(({ createdAt }) => Date.parse(createdAt) >= since)
  }

  /** Of all conversations, in order of id. */
  afterId(id: number, limit: number): Promise<StoredMessage[]> {
    return this.#messages(
      `select ${MESSAGE_COLUMNS} from messages where id > ? order by id limit ${limit}`,
      [id]
    )
  }

  /** Those that are still there, the newest first. */
  async byIds(ids: readonly number[]): Promise<StoredMessage[]> {
    const rows = await readByIds(
      this.db.connection(),
      ids.map((id) => [id])
    )
    return rows.map(toStoredMessage).sort((one, other) => other.id - one.id)
  }

  async lastId(): Promise<number> {
    const [row] = await rowsOf(this.db.connection(), 'select max(id) as id from messages', [])
    return Number(row?.id ?? 0)
  }

  async #messages(sql: string, bindings: (string | number)[]): Promise<StoredMessage[]> {
    const rows = await rowsOf(this.db.connection(), sql, bindings)
    return rows.map(toStoredMessage)
  }
}

const MOST_RECENT = 16

const readSpans = severally(
  (spans) => `
    select ${MESSAGE_COLUMNS} from messages
    where ${anyOf(spans, 'conversation_id = ? and seq > ? and seq <= ?')}
    order by conversation_id, seq`
)

const readByIds = severally(
  (places) => `select ${MESSAGE_COLUMNS} from messages where ${anyOf(places, 'id = ?')}`
)
