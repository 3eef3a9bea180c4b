import type { Secret } from '@adonisjs/core/helpers'

export interface AuditConfig {
  /** How long entries are kept; 0 for good. */
  entryDays: number
  /** What APP_KEY was before, to check entries from then. */
  previousAppKey: Secret<string> | undefined
  /** How often committed entries are sealed. */
  sealEveryMs: number
}
