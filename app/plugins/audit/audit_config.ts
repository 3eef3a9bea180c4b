export interface AuditConfig {
  /** How long entries are kept; 0 for good. */
  entryDays: number
  /** How often committed entries are sealed. */
  sealEveryMs: number
}
