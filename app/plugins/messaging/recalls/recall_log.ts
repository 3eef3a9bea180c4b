import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { withRetry, storedMillis, storedToIso, toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import type { Stay } from '../rosters/stays.js'
import { rowsOf, type Row } from '../statements.js'
import { NOTHING_RECALLED, type RecallPosition } from './recall_position.js'

/** What is told of a recalled message. */
export interface Recalled {
  readonly id: number
  readonly conversationId: number
  readonly seq: number
  readonly senderId: number | null
  readonly recalledAt: string
  readonly position: number
}

/** Clocks of nodes differ, and a commit takes its time. */
const MARGIN_MS = 120_000
const AT_ONCE = 200

/**
 * Recalls in the order of their positions. They get them once they are committed, one node at a time: who has read up to
 * a position will never find another one before it.
 */
export class RecallLog {
  constructor(private readonly db: Database) {}

  /** Of the last recall that there is. */
  async last(): Promise<RecallPosition> {
    await this.#numberAll()
    const [row] = await this.#rows(LAST, [])
    if (!row) return NOTHING_RECALLED
    const atMs = row.recalled_at === null ? 0 : storedMillis(row.recalled_at)
    return { position: Number(row.counted), atMs }
  }

  /** The position before all recalls since a time, and some of before. */
  async before(atMs: number): Promise<number> {
    const from = Math.max(0, Math.min(atMs, clock.now()) - MARGIN_MS)
    const [row] = await this.#rows(FIRST_SINCE, [toStored(from)])
    if (row?.position !== null && row?.position !== undefined) return Number(row.position) - 1
    return (await this.last()).position
  }

  /** Whether the position is one of this database, not of one that was restored since. */
  async knows({ position, atMs }: RecallPosition, last: RecallPosition): Promise<boolean> {
    if (position > last.position) return false
    const [row] = await this.#rows('select recalled_at from message_recalls where position = ?', [
      position,
    ])
    return !row || storedMillis(row.recalled_at) === atMs
  }

  /** The next ones of all conversations; none where there are no more. */
  async since(after: number): Promise<Recalled[]> {
    return (await this.#rows(ALL, [after])).map(toRecalled)
  }

  /** The next ones of the conversations that somebody is or was in. */
  async of(userId: number, { after, upTo }: Stay): Promise<Recalled[]> {
    return (await this.#rows(OF_USER, [userId, after, upTo])).map(toRecalled)
  }

  async #numberAll(): Promise<void> {
    while ((await this.#rows(WAITING_ONE, [])).length > 0)
      await withRetry(5, () => this.db.transaction((trx) => numberSome(trx)))
  }

  #rows(sql: string, bindings: (string | number)[]): Promise<Row[]> {
    return rowsOf(this.db.connection(), sql, bindings)
  }
}

/** The counter is locked first, so that no other node numbers meanwhile. */
async function numberSome(trx: TransactionClientContract): Promise<void> {
  await rowsOf(trx, 'update message_recall_counters set counted = counted where id = 1', [])
  const [counter] = await rowsOf(
    trx,
    'select counted from message_recall_counters where id = 1',
    []
  )
  const waiting = await rowsOf(trx, WAITING, [])
  let position = Number(counter!.counted)
  for (const { id } of waiting)
    await rowsOf(trx, 'update message_recalls set position = ? where id = ?', [
      ++position,
      Number(id),
    ])
  await rowsOf(trx, 'update message_recall_counters set counted = ? where id = 1', [position])
}

function toRecalled(row: Row): Recalled {
  return {
    id: Number(row.id),
    conversationId: Number(row.conversation_id),
    seq: Number(row.seq),
    senderId: row.sender_id === null ? null : Number(row.sender_id),
    recalledAt: storedToIso(row.recalled_at),
    position: Number(row.position),
  }
}

const WAITING_ONE = 'select id from message_recalls where position is null limit 1'
const WAITING = `select id from message_recalls where position is null order by id limit ${AT_ONCE}`

const LAST = `
  select c.counted, r.recalled_at from message_recall_counters c
  left join message_recalls r on r.position = c.counted
  where c.id = 1`

const FIRST_SINCE = `
  select min(position) as position from message_recalls where recalled_at >= ?`

const SELECT = `
  select m.id, m.conversation_id, m.seq, m.sender_id, m.recalled_at, r.position
  from message_recalls r
  join messages m on m.conversation_id = r.conversation_id and m.seq = r.seq`

const ALL = `${SELECT}
  where r.position > ? and m.recalled_at is not null order by r.position limit ${AT_ONCE}`

const OF_USER = `${SELECT}
  join conversation_members me on me.conversation_id = r.conversation_id and me.user_id = ?
  where r.position > ? and r.position <= ? and m.recalled_at is not null
  order by r.position limit ${AT_ONCE}`
