import app from '@adonisjs/core/services/app'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Change } from '#kernel/auditing/main'
import { AuditKey } from './chain/audit_key.js'
import { rowOf } from './chain/entry_row.js'
import { insertEntries } from './chain/entry_table.js'

/** What a plugin recorded of its own before. */
export interface PastRecord extends Change {
  readonly actorId: number
  /** When, in milliseconds since the epoch. */
  readonly at: number
}

const UNKNOWN = {
  ...{ departmentId: null, permission: null, systemReason: null, operation: null },
  ...{ requestId: null, address: null, outcome: 'done' as const, reason: null },
}

/** Puts what happened before into the trail; for migrations. */
export async function recordPast(
  records: readonly PastRecord[],
  client: QueryClientContract
): Promise<void> {
  const key = await app.container.make(AuditKey)
  const rows = records.map(({ at, ...record }) => rowOf({ ...UNKNOWN, ...record }, key, at))
  await insertEntries(rows, client)
}
