import type { Secret } from '@adonisjs/core/helpers'
import type { SessionRule } from './sessions/session_policy.js'
import type { LockoutRule } from './login/login_attempts.js'

export interface IdentityConfig {
  /** Signs access tokens. */
  secret: Secret<string>
  /** The one before, and when it was replaced: it verifies what it signed until then, for one lifetime. */
  previousSecret: { secret: Secret<string>; replacedAtMs: number } | null
  accessTokenSeconds: number
  sessions: SessionRule
  lockout: LockoutRule
  /** The first administrator's. */
  adminPassword?: Secret<string>
}
