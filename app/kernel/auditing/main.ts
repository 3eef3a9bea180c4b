/** Who did what to which rows: what models declare, and what is recorded in their transactions. */
export { AuditTrail, mountAuditTrail, mountedAuditTrail, NoAuditTrail } from './audit_trail.js'
export type { AuditRecord, Change } from './change.js'
export { type AuditDeclaration, audited, declaredAudit, unaudited } from './declaration.js'
export { hasRecorded, recordChanges } from './record_change.js'
export { recordDeleted, recordModelChanges } from './recorded_adapter.js'
