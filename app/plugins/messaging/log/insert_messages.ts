import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { dialectOf, type Dialect } from '#kernel/database/main'
import type { ContentType } from '../entries/kinds.js'
import { rowsOf, tuples, type Binding, type Row } from '../statements.js'

export interface MessageDraft {
  readonly conversationId: number
  /** Of the members as of which the sender was one. */
  membersSeq: number
  readonly actorId: number | null
  readonly clientMessageId: string
  readonly contentType: ContentType
  /** JSON. */
  readonly content: string
  readonly searchText: string | null
  readonly fileId: number | null
  readonly replyTo: number | null
  /** JSON. */
  readonly mentions: string | null
}

export interface Numbered {
  readonly draft: MessageDraft
  readonly seq: number
}

export interface Advanced {
  /** After the messages of this batch. */
  readonly lastSeq: number
  readonly membersSeq: number
}

/** What differs between the databases. All run within a transaction. */
interface MessageStatements {
  /** Locks the conversations, in the order of their ids, and counts their messages on. */
  advance(trx: QueryClientContract, counts: ReadonlyMap<number, number>, at: string): Promise<Row[]>

  /** Resolves to `conversation_id`, `seq` and `id` of each. */
  insert(trx: QueryClientContract, messages: readonly Numbered[], at: string): Promise<Row[]>
}

const COLUMNS =
  'conversation_id, seq, client_message_id, actor_id, content_type, content, search_text, file_id, reply_to, mentions'
const COLUMN_COUNT = 10

/** @param counts conversation → how many messages */
export async function advanceConversations(
  trx: QueryClientContract,
  counts: ReadonlyMap<number, number>,
  at: string
): Promise<Map<number, Advanced>> {
  const rows = await statements[dialectOf(trx)].advance(trx, counts, at)
  return new Map(
    rows.map((row) => [
      Number(row.id),
      { lastSeq: Number(row.last_seq), membersSeq: Number(row.members_seq) },
    ])
  )
}

/** Resolves to the id of each, by `conversation seq`. */
export async function insertMessages(
  trx: QueryClientContract,
  messages: readonly Numbered[],
  at: string
): Promise<Map<string, number>> {
  const rows = await statements[dialectOf(trx)].insert(trx, messages, at)
  return new Map(rows.map((row) => [`${row.conversation_id} ${row.seq}`, Number(row.id)]))
}

function valuesOf({ draft, seq }: Numbered): Binding[] {
  const { conversationId, clientMessageId, actorId, contentType, content } = draft
  const { searchText, fileId, replyTo, mentions } = draft
  return [
    ...[conversationId, seq, clientMessageId, actorId, contentType, content],
    ...[searchText, fileId, replyTo, mentions],
  ]
}

/** Arrays keep the texts constant for any size of a batch: each is parsed and planned once. */
const postgres: MessageStatements = {
  advance: (trx, counts, at) =>
    rowsOf(trx, POSTGRES_ADVANCE, [
      [...counts.keys()],
      [...counts.keys()],
      [...counts.values()],
      at,
    ]),
  insert(trx, messages, at) {
    const rows = messages.map(valuesOf)
    const columns = Array.from({ length: COLUMN_COUNT }, (_, index) =>
      rows.map((row) => row[index])
    )
    return rowsOf(trx, POSTGRES_INSERT, [at, ...(columns as Binding[])])
  },
}

const POSTGRES_ADVANCE = `
  with locked as (
    select id from conversations where id = any(?::int[]) order by id for update
  ), counts as (
    select * from unnest(?::int[], ?::int[]) as c(id, messages)
  )
  update conversations
  set last_seq = last_seq + counts.messages, last_message_seq = last_seq + counts.messages,
    last_message_at = ?::timestamptz
  from locked join counts on counts.id = locked.id
  where conversations.id = locked.id
  returning conversations.id, last_seq, members_seq`

const POSTGRES_INSERT = `
  insert into conversation_entries (kind, created_at, ${COLUMNS})
  select 'message', ?::timestamptz, m.* from unnest(
    ?::int[], ?::int[], ?::text[], ?::int[], ?::text[], ?::text[], ?::text[], ?::int[], ?::int[], ?::text[]
  ) as m
  returning conversation_id, seq, id`

const insertRows = (rows: number) => `
  insert into conversation_entries (kind, created_at, ${COLUMNS})
  values ${tuples(rows, COLUMN_COUNT + 2)}`

const allValues = (messages: readonly Numbered[], at: string) =>
  messages.flatMap((message) => ['message', at, ...valuesOf(message)])

const sqlite: MessageStatements = {
  advance(trx, counts, at) {
    const sql = `
      update conversations set last_seq = last_seq + c.column2,
        last_message_seq = last_seq + c.column2, last_message_at = ?
      from (values ${tuples(counts.size, 2)}) as c
      where conversations.id = c.column1
      returning id, last_seq, members_seq`
    return rowsOf(trx, sql, [at, ...[...counts].flat()])
  },
  insert(trx, messages, at) {
    const sql = `${insertRows(messages.length)} returning conversation_id, seq, id`
    return rowsOf(trx, sql, allValues(messages, at))
  },
}

/** InnoDB locks the rows in the order of the primary key. It assigns from left to right. */
const mysql: MessageStatements = {
  async advance(trx, counts, at) {
    const cases = 'when ? then ? '.repeat(counts.size)
    const within = `(${Array.from(counts, () => '?').join(', ')})`
    await rowsOf(
      trx,
      `update conversations set last_seq = last_seq + case id ${cases} end,
         last_message_seq = last_seq, last_message_at = ?
       where id in ${within} order by id`,
      [...[...counts].flat(), at, ...counts.keys()]
    )
    return rowsOf(
      trx,
      `select id, last_seq, members_seq from conversations where id in ${within} for update`,
      [...counts.keys()]
    )
  },
  async insert(trx, messages, at) {
    await rowsOf(trx, insertRows(messages.length), allValues(messages, at))
    return rowsOf(
      trx,
      `select conversation_id, seq, id from conversation_entries
       where (conversation_id, seq) in (${tuples(messages.length, 2)})`,
      messages.flatMap(({ draft, seq }) => [draft.conversationId, seq])
    )
  },
}

const statements: Readonly<Record<Dialect, MessageStatements>> = { postgres, mysql, sqlite }
