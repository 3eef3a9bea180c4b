import type { Secret } from '@adonisjs/core/helpers'
import type { RetentionDays } from '#kernel/settings/main'
import type { SessionRule } from './sessions/session_policy.js'
import type { identityRetention } from './settings.js'

/** Defaults of parameters, but for `addressFailures`. */
export interface LockoutRule {
  maxFailures: number
  lockMinutes: number
  /** Wrong passwords that one address may send in 15 minutes, whatever the accounts. */
  addressFailures: number
}

export interface IdentityConfig {
  /** Signs access tokens. */
  secret: Secret<string>
  /** Verifies what it signed before it was replaced, for one lifetime of an access token. */
  previousSecret: { secret: Secret<string>; replacedAtMs: number } | null
  accessTokenSeconds: number
  sessions: SessionRule
  lockout: LockoutRule
  /** Whom `GET /app/people` names: everybody, or the people of one's own department. Absent, everybody. */
  people?: 'everybody' | 'department'
  /** For how long ended sessions, security events and unused login attempts are stored. */
  retention: RetentionDays<typeof identityRetention>
  /** The first administrator's. */
  adminPassword?: Secret<string>
}
