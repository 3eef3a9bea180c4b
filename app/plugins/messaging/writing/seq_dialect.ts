import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Dialect } from '#kernel/database/main'
import { rowsOf, tuples, type Binding, type Row } from '../statements.js'
import type { MessageDraft } from './message_draft.js'

/** A message with its place in the conversation. */
export interface Numbered {
  readonly draft: MessageDraft
  readonly seq: number
}

export interface Bumped {
  /** After the messages of this batch. */
  readonly lastSeq: number
  readonly memberVersion: number
}

/** What differs from database to database in writing messages. All run within a transaction. */
export interface SeqDialect {
  /** Locks the conversations, in the order of their ids, and counts their messages on. */
  bump(
    trx: QueryClientContract,
    counts: ReadonlyMap<number, number>,
    at: string
  ): Promise<Map<number, Bumped>>

  /** Resolves to `conversation_id`, `seq` and `id` of each. */
  insert(trx: QueryClientContract, messages: readonly Numbered[], at: string): Promise<Row[]>
}

const COLUMNS =
  'conversation_id, seq, client_message_id, sender_id, content_type, content, reply_to, mentions'

function toBumped(rows: Row[]): Map<number, Bumped> {
  return new Map(
    rows.map((row) => [
      Number(row.id),
      { lastSeq: Number(row.last_seq), memberVersion: Number(row.member_version) },
    ])
  )
}

function valuesOf({ draft, seq }: Numbered): Binding[] {
  const { conversationId, clientMessageId, senderId, contentType, content } = draft
  return [
    conversationId,
    seq,
    clientMessageId,
    senderId,
    contentType,
    content,
    draft.replyTo,
    draft.mentions,
  ] as Binding[]
}

/** Arrays keep the texts constant whatever the size of a batch, so each is parsed and planned once. */
const postgres: SeqDialect = {
  async bump(trx, counts, at) {
    const rows = await rowsOf(trx, POSTGRES_BUMP, [
      [...counts.keys()],
      [...counts.keys()],
      [...counts.values()],
      at,
    ])
    return toBumped(rows)
  },
  insert(trx, messages, at) {
    const rows = messages.map(valuesOf)
    const columns = Array.from({ length: 8 }, (_, index) => rows.map((row) => row[index]))
    return rowsOf(trx, POSTGRES_INSERT, [at, ...(columns as Binding[])])
  },
}

const POSTGRES_BUMP = `
  with locked as (
    select id from conversations where id = any(?::int[]) order by id for update
  ), counts as (
    select * from unnest(?::int[], ?::int[]) as c(id, messages)
  )
  update conversations
  set last_seq = last_seq + counts.messages, last_message_at = ?::timestamptz
  from locked join counts on counts.id = locked.id
  where conversations.id = locked.id
  returning conversations.id, last_seq, member_version`

const POSTGRES_INSERT = `
  insert into messages (${COLUMNS}, created_at)
  select m.*, ?::timestamptz from unnest(
    ?::int[], ?::int[], ?::text[], ?::int[], ?::text[], ?::text[], ?::int[], ?::text[]
  ) as m
  returning conversation_id, seq, id`

const sqlite: SeqDialect = {
  async bump(trx, counts, at) {
    const sql = `
      update conversations set last_seq = last_seq + c.column2, last_message_at = ?
      from (values ${tuples(counts.size, 2)}) as c
      where conversations.id = c.column1
      returning id, last_seq, member_version`
    return toBumped(await rowsOf(trx, sql, [at, ...[...counts].flat()]))
  },
  insert(trx, messages, at) {
    const sql = `insert into messages (${COLUMNS}, created_at) values ${tuples(messages.length, 9)}
      returning conversation_id, seq, id`
    return rowsOf(
      trx,
      sql,
      messages.flatMap((message) => [...valuesOf(message), at])
    )
  },
}

/** InnoDB locks the rows in the order of the primary key, whatever the order of the list. */
const mysql: SeqDialect = {
  async bump(trx, counts, at) {
    const cases = 'when ? then ? '.repeat(counts.size)
    const within = `(${Array.from(counts, () => '?').join(', ')})`
    await rowsOf(
      trx,
      `update conversations set last_seq = last_seq + case id ${cases} end, last_message_at = ?
       where id in ${within} order by id`,
      [...[...counts].flat(), at, ...counts.keys()]
    )
    const rows = await rowsOf(
      trx,
      `select id, last_seq, member_version from conversations where id in ${within} for update`,
      [...counts.keys()]
    )
    return toBumped(rows)
  },
  async insert(trx, messages, at) {
    await rowsOf(
      trx,
      `insert into messages (${COLUMNS}, created_at) values ${tuples(messages.length, 9)}`,
      messages.flatMap((message) => [...valuesOf(message), at])
    )
    return rowsOf(
      trx,
      `select conversation_id, seq, id from messages
       where (conversation_id, seq) in (${tuples(messages.length, 2)})`,
      messages.flatMap(({ draft, seq }) => [draft.conversationId, seq])
    )
  },
}

export const seqDialects: Readonly<Record<Dialect, SeqDialect>> = { postgres, mysql, sqlite }
