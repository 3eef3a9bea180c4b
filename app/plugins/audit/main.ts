export { default as AuditEntry } from './models/audit_entry.js'
export { changedMember } from './queries/details.js'
export type { AuditConfig } from './audit_config.js'
export { type PastRecord, recordPast } from './record_past.js'
