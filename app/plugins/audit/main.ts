export type { AuditConfig } from './audit_config.js'
export { type PastRecord, recordPast } from './record_past.js'
