import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { type AuditRecord, AuditTrail } from '#kernel/auditing/main'
import type { AuditKey } from './chain/audit_key.js'
import { rowOf } from './chain/entry_row.js'
import { insertEntries } from './chain/entry_table.js'

const AT_ONCE = 200

/** Stores entries in the transaction of the change; they are sealed later. */
export class StoredTrail extends AuditTrail {
  constructor(private readonly key: AuditKey) {
    super()
  }

  async write(records: readonly AuditRecord[], client: QueryClientContract): Promise<void> {
    for (let from = 0; from < records.length; from += AT_ONCE) {
      const some = records.slice(from, from + AT_ONCE)
      await insertEntries(
        some.map((record) => rowOf(record, this.key)),
        client
      )
    }
  }
}
