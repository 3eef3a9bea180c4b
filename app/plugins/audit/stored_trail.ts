import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { type AuditRecord, AuditTrail } from '#kernel/auditing/main'
import { dialectOf, runPrepared } from '#kernel/database/main'
import type { AuditKey } from './chain/audit_key.js'
import { rowOf } from './chain/entry_row.js'

const AT_ONCE = 200

const COLUMNS = [
  ...(['created_at', 'actor_id', 'department_id', 'permission', 'system_reason'] as const),
  ...(['operation', 'request_id', 'address', 'outcome', 'reason', 'action'] as const),
  ...(['subject_type', 'subject_id', 'details', 'details_digest', 'address_digest'] as const),
  'mac',
] as const

const PLACES = COLUMNS.map(() => '?').join(', ')
const INSERT = `insert into audit_entries (${COLUMNS.join(', ')}) values (${PLACES})`

/** Stores entries with what they tell of, in the same transaction; nobody waits for the order in which they will be sealed. */
export class StoredTrail extends AuditTrail {
  constructor(private readonly key: AuditKey) {
    super()
  }

  async write(records: readonly AuditRecord[], client: QueryClientContract): Promise<void> {
    if (records.length === 1) return this.#insertOne(records[0]!, client)
    for (let from = 0; from < records.length; from += AT_ONCE) {
      const rows = records.slice(from, from + AT_ONCE).map((record) => rowOf(record, this.key))
      await client.table('audit_entries').multiInsert(rows)
    }
  }

  async #insertOne(record: AuditRecord, client: QueryClientContract): Promise<void> {
    const row = rowOf(record, this.key)
    const bindings = COLUMNS.map((column) => row[column])
    await runPrepared(client, dialectOf(client), { sql: INSERT, bindings })
  }
}
