import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { actingOperator, actingReason, type RequestOrigin } from '#kernel/acting/main'
import { mountedAuditTrail } from './audit_trail.js'
import type { AuditRecord, Change } from './change.js'

type Circumstances = Omit<AuditRecord, Exclude<keyof Change, 'actorId' | 'address'>>

/** Operations in which changes were recorded. */
const recorded = new WeakSet<RequestOrigin>()

/**
 * Records changes that no model makes, such as those of a statement on a table. Those that models make are recorded by
 * themselves.
 *
 * @param client the transaction of the changes
 */
export async function recordChanges(
  changes: readonly Change[],
  client: QueryClientContract
): Promise<void> {
  const trail = mountedAuditTrail()
  if (!trail || changes.length === 0) return
  const circumstances = currentCircumstances()
  await trail.write(
    changes.map((change) => {
      const actorId = change.actorId ?? circumstances.actorId
      const address = change.address ?? circumstances.address
      return { ...circumstances, ...change, actorId, address }
    }),
    client
  )
  const origin = actingOperator()?.origin
  if (origin) recorded.add(origin)
}

export function hasRecorded(origin: RequestOrigin): boolean {
  return recorded.has(origin)
}

/** Who acts, where and how. */
function currentCircumstances(): Circumstances {
  const acting = actingOperator()
  return {
    actorId: acting?.operator.id ?? null,
    departmentId: acting?.operator.departmentId ?? null,
    permission: acting?.permission ?? null,
    systemReason: acting ? null : actingReason(),
    operation: acting?.origin?.operation ?? null,
    requestId: acting?.origin?.requestId ?? null,
    address: acting?.origin?.address ?? null,
    outcome: 'done',
    reason: null,
  }
}
