import { dialectOf } from '#kernel/database/main'
import { inject } from '@adonisjs/core'
import { Health } from '#kernel/health/main'
import { Logger } from '@adonisjs/core/logger'
import { setImmediate } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { rowsOf, tuples } from '../statements.js'

interface Mark {
  conversationId: number
  userId: number
  seq: number
}

/** The highest of each member and conversation. */
type Marks = Map<string, Mark>

const BATCH = 250
const SENT_MS = 500
const AGAIN_MS = 2_000

/**
 * How far members have read: one mark for all their sockets, which only rises. Marks that come together are written together;
 * those that failed are tried again.
 */
@inject()
export class ReadMarks {
  #marks: Marks = new Map()
  /** Writes the noted marks after the write that is under way. */
  #next: Promise<void> | null = null
  #last: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | null = null

  constructor(
    private readonly logger: Logger,
    private readonly health: Health
  ) {}

  /** Resolves after the commit. */
  mark(mark: Mark): Promise<void> {
    note(this.#marks, mark)
    return (this.#next ??= this.#writeNext())
  }

  /** Whoever writes has read what came before; written within a moment, with others. */
  sent(mark: Mark): void {
    note(this.#marks, mark)
    this.#writeIn(SENT_MS)
  }

  /** Writes what is still kept. */
  async drained(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#next ??= this.#writeNext()
    await this.#next.catch((error) => this.#log(error))
  }

  #writeIn(ms: number): void {
    this.#timer ??= setTimeout(() => void this.drained(), ms).unref()
  }

  async #writeNext(): Promise<void> {
    await this.#last
    await setImmediate()
    const marks = [...this.#marks.values()]
    this.#marks = new Map()
    this.#next = null
    const writing = this.#write(marks)
    this.#last = writing.catch(() => {
      for (const mark of marks) note(this.#marks, mark)
      this.#writeIn(AGAIN_MS)
    })
    return writing
  }

  async #log(error: unknown): Promise<void> {
    if (await this.health.isOutage(error)) return
    this.logger.warn({ err: error }, 'read marks could not be written')
  }

  async #write(marks: Mark[]): Promise<void> {
    marks.sort((a, b) => a.conversationId - b.conversationId || a.userId - b.userId)
    for (let from = 0; from < marks.length; from += BATCH)
      await this.#update(marks.slice(from, from + BATCH))
  }

  async #update(marks: Mark[]): Promise<void> {
    const client = db.connection()
    const dialect = dialectOf(client)
    if (dialect === 'postgres') {
      const columns = [
        marks.map(({ conversationId }) => conversationId),
        marks.map(({ userId }) => userId),
        marks.map(({ seq }) => seq),
      ]
      await rowsOf(client, POSTGRES, columns)
      return
    }
    const values = marks.flatMap(({ conversationId, userId, seq }) => [conversationId, userId, seq])
    await rowsOf(client, dialect === 'mysql' ? mysql(marks.length) : sqlite(marks.length), values)
  }
}

function note(marks: Marks, mark: Mark): void {
  const key = `${mark.conversationId} ${mark.userId}`
  const noted = marks.get(key)
  if (!noted || noted.seq < mark.seq) marks.set(key, mark)
}

const POSTGRES = `
  update conversation_members m set read_seq = greatest(m.read_seq, v.seq), marked_unread = false
  from unnest(?::int[], ?::int[], ?::int[]) as v(conversation_id, user_id, seq)
  where m.conversation_id = v.conversation_id and m.user_id = v.user_id
    and (m.read_seq < v.seq or m.marked_unread)`

const sqlite = (rows: number) => `
  update conversation_members set read_seq = max(read_seq, v.column3), marked_unread = false
  from (values ${tuples(rows, 3)}) as v
  where conversation_id = v.column1 and user_id = v.column2
    and (read_seq < v.column3 or marked_unread)`

const mysql = (rows: number) => {
  const more = ' union all select ?, ?, ?'.repeat(rows - 1)
  return `
    update conversation_members m
    join (select ? as conversation_id, ? as user_id, ? as seq${more}) v
      on m.conversation_id = v.conversation_id and m.user_id = v.user_id
    set m.read_seq = greatest(m.read_seq, v.seq), m.marked_unread = false
    where m.read_seq < v.seq or m.marked_unread`
}
