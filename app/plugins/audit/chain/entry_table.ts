import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { dialectOf, runPrepared } from '#kernel/database/main'
import type { ErasedPerson } from '#kernel/plugins/main'
import type { EntryRow, NewEntryRow } from './entry_row.js'

const TABLE = 'audit_entries'

const COLUMNS = [
  ...(['created_at', 'actor_id', 'department_id', 'permission', 'system_reason'] as const),
  ...(['operation', 'request_id', 'address', 'outcome', 'reason', 'action'] as const),
  ...([
    'subject_type',
    'subject_id',
    'details',
    'details_digest',
    'address_digest',
    'nonce',
  ] as const),
  'mac',
] as const

const PLACES = COLUMNS.map(() => '?').join(', ')
const INSERT = `insert into ${TABLE} (${COLUMNS.join(', ')}) values (${PLACES})`
const SEALS_AT_ONCE = 100

export async function insertEntries(
  rows: readonly NewEntryRow[],
  client: QueryClientContract
): Promise<void> {
  const [row] = rows
  if (row === undefined) return
  if (rows.length > 1) return void (await client.table(TABLE).multiInsert([...rows]))
  const bindings = COLUMNS.map((column) => row[column])
  await runPrepared(client, dialectOf(client), { sql: INSERT, bindings })
}

/** Entries without a seal, the first first. */
export function pendingEntries(client: QueryClientContract, most: number): Promise<EntryRow[]> {
  return client.from(TABLE).whereNull('seal').orderBy('id').limit(most)
}

/** The place of an entry in the chain. */
export interface Seal {
  readonly id: number
  readonly no: number
  readonly seal: string
}

/** In few statements: one for each entry takes longer than all else of sealing. */
export async function setSeals(seals: readonly Seal[], client: QueryClientContract): Promise<void> {
  for (let from = 0; from < seals.length; from += SEALS_AT_ONCE) {
    const some = seals.slice(from, from + SEALS_AT_ONCE)
    const numbers = some.map(({ id, no }) => `when ${Number(id)} then ${Number(no)}`).join(' ')
    const texts = some.map(({ id }) => `when ${Number(id)} then ?`).join(' ')
    const bindings = some.map(({ seal }) => seal)
    await client
      .from(TABLE)
      .whereIn(
        'id',
        some.map(({ id }) => id)
      )
      .update({
        seal_no: client.raw(`case id ${numbers} end`),
        seal: client.raw(`case id ${texts} end`, bindings),
      })
  }
}

/** Marks entries that are not put into the chain. */
export async function rejectEntries(
  ids: readonly number[],
  client: QueryClientContract
): Promise<void> {
  if (ids.length > 0)
    await client
      .from(TABLE)
      .whereIn('id', [...ids])
      .update({ seal: 'rejected' })
}

/** Entries that are copies of others: none of the service is. */
export async function copiedEntries(client: QueryClientContract, most: number): Promise<number[]> {
  const copied = client.from(TABLE).select('mac').groupBy('mac').havingRaw('count(*) > 1')
  const rows = await client
    .from(TABLE)
    .whereIn('mac', copied)
    .orderBy('id')
    .limit(most)
    .select('id')
  return rows.map(({ id }) => Number(id))
}

/** Entries of the chain, in its order, in pieces of so many. */
export async function* chainedEntries(
  client: QueryClientContract,
  most: number
): AsyncGenerator<EntryRow[]> {
  let [no, id] = [0, 0]
  for (;;) {
    const rows: EntryRow[] = await client
      .from(TABLE)
      .whereNotNull('seal_no')
      .whereRaw('(seal_no > ? or (seal_no = ? and id > ?))', [no, no, id])
      .orderBy([{ column: 'seal_no' }, { column: 'id' }])
      .limit(most)
    yield rows
    if (rows.length < most) return
    const last = rows.at(-1)!
    ;[no, id] = [Number(last.seal_no), Number(last.id)]
  }
}

/** Entries that are not in the chain, in pieces of so many. */
export async function* unchainedEntries(
  client: QueryClientContract,
  most: number
): AsyncGenerator<EntryRow[]> {
  for (let after = 0; ;) {
    const unchained = client.from(TABLE).whereNull('seal_no').where('id', '>', after)
    const rows: EntryRow[] = await unchained.orderBy('id').limit(most)
    yield rows
    if (rows.length < most) return
    after = Number(rows.at(-1)!.id)
  }
}

export async function removeEntries(ids: readonly number[], client: QueryClientContract) {
  await client
    .from(TABLE)
    .whereIn('id', [...ids])
    .delete()
}

/** Erases what was changed of a person’s account, who failed to log in to it, and from where they acted. */
export async function eraseTracesOf(
  { id: userId, username }: ErasedPerson,
  client: QueryClientContract
): Promise<void> {
  const account = { subject_type: 'user', subject_id: String(userId) }
  await client.from(TABLE).where(account).update({ details: null })
  await client.from(TABLE).where('actor_id', userId).update({ address: null })
  if (username === null) return
  const named = `${JSON.stringify({ name: username }).slice(0, -1)},%`.replace(/[_!]/g, '!$&')
  await client
    .from(TABLE)
    .where('subject_type', 'account')
    .whereRaw("details like ? escape '!'", [named])
    .update({ details: null, address: null })
}
