import type { Secret } from '@adonisjs/core/helpers'
import type { RetentionDays } from '#kernel/settings/main'
import type { SessionRule } from './sessions/session_policy.js'
import type { LockoutRule } from './login/login_attempts.js'
import type { identityRetention } from './settings.js'

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
