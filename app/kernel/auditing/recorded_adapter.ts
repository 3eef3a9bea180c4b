import { Adapter } from '@adonisjs/lucid/orm'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { LucidModel, LucidRow } from '@adonisjs/lucid/types/model'
import { mountedAuditTrail } from './audit_trail.js'
import { auditOf } from './declaration.js'
import { created, deleted, type Describe, updated } from './describe_change.js'
import { recordChanges } from './record_change.js'

type Write = (this: AdapterInternals, row: LucidRow, ...rest: unknown[]) => Promise<void>

/** What is used of Lucid's adapter from within. */
interface AdapterInternals {
  insert: Write
  update: Write
  delete: Write
  modelClient(row: LucidRow): QueryClientContract
}

const installed = { done: false }

/**
 * Has the audit trail record what instances of models write. Called once when the application boots, after the data scope
 * is enforced; later calls do nothing. What statements of query builders change is recorded
 * by `recordChanges` and `recordDeleted`.
 */
export function recordModelChanges(): void {
  if (installed.done) return
  installed.done = true
  const adapter = Adapter.prototype as unknown as AdapterInternals
  adapter.insert = recording(adapter.insert, created)
  adapter.update = recording(adapter.update, updated)
  adapter.delete = recording(adapter.delete, deleted)
}

function recording(write: Write, describe: Describe): Write {
  return async function (row, ...rest) {
    const declared = auditOf(row.constructor as LucidModel)
    if (declared.kind === 'unaudited' || !mountedAuditTrail() || declared.only?.(row) === false)
      return write.call(this, row, ...rest)

    const writeBoth = async (client: QueryClientContract) => {
      await write.call(this, row, ...rest)
      const change = describe(row, declared)
      if (change) await recordChanges([change], client)
    }
    const client = this.modelClient(row)
    if (client.isTransaction) return writeBoth(client)
    await client.transaction((trx) => {
      row.useTransaction(trx)
      return writeBoth(trx)
    })
  }
}

/**
 * Records that rows were deleted by one statement, or marked as deleted.
 *
 * @param rows as they were
 */
export async function recordDeleted(
  rows: readonly LucidRow[],
  client: QueryClientContract
): Promise<void> {
  const changes = rows.flatMap((row) => {
    const declared = auditOf(row.constructor as LucidModel)
    return (declared.kind === 'audited' && deleted(row, declared)) || []
  })
  await recordChanges(changes, client)
}
