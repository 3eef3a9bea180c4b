export type { AuditConfig } from './audit_config.js'
