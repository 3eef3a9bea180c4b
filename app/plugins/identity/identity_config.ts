import type { Secret } from '@adonisjs/core/helpers'
import type { LockoutRule } from './login/login_attempts.js'

export interface IdentityConfig {
  /** Signing secrets of access tokens: the first signs, the others still verify. */
  secrets: readonly Secret<string>[]
  accessTokenSeconds: number
  refreshTokenSeconds: number
  /** How long a rotated refresh token still yields the same successor. */
  refreshGraceSeconds: number
  lockout: LockoutRule
  /** The first administrator's. */
  adminPassword?: Secret<string>
}
