import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { AuditRecord } from './change.js'

/** Extension point: stores who did what. Without a plugin that binds its own class nothing is recorded. */
export abstract class AuditTrail {
  /** @param client the transaction of the changes, or a connection where there is none */
  abstract write(records: readonly AuditRecord[], client: QueryClientContract): Promise<void>
}

/** Records nothing. */
export class NoAuditTrail extends AuditTrail {
  async write(): Promise<void> {}
}

const mounted: { trail: AuditTrail | null } = { trail: null }

/** Changes are recorded from now on. Models are no services: they cannot ask the container. */
export function mountAuditTrail(trail: AuditTrail): void {
  mounted.trail = trail instanceof NoAuditTrail ? null : trail
}

export function mountedAuditTrail(): AuditTrail | null {
  return mounted.trail
}
