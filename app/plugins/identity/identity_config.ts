import type { Secret } from '@adonisjs/core/helpers'
import type { SessionRule } from './sessions/session_policy.js'
import type { LockoutRule } from './login/login_attempts.js'

export interface RetentionDays {
  /** After a session would have ended at the latest; its refresh tokens go with it. */
  sessionDays: number
  securityEventDays: number
  /** After the last try; what was counted until then is forgotten. */
  loginAttemptDays: number
}

export interface IdentityConfig {
  /** Signs access tokens. */
  secret: Secret<string>
  /** The one before, and when it was replaced: it verifies what it signed until then, for one lifetime. */
  previousSecret: { secret: Secret<string>; replacedAtMs: number } | null
  accessTokenSeconds: number
  sessions: SessionRule
  lockout: LockoutRule
  /** For how long rows are kept that are of no use but to look something up. */
  retention: RetentionDays
  /** The first administrator's. */
  adminPassword?: Secret<string>
}
