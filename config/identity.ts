import env from '#start/env'
import type { IdentityConfig } from '#plugins/identity/main'

const previous = env.get('JWT_PREVIOUS_SECRET')
const replacedAt = env.get('JWT_ROTATED_AT')

const identityConfig: IdentityConfig = {
  secret: env.get('JWT_SECRET')!,
  previousSecret:
    previous && replacedAt ? { secret: previous, replacedAtMs: Date.parse(replacedAt) } : null,
  accessTokenSeconds: env.get('ACCESS_TOKEN_MINUTES', 30) * 60,
  sessions: {
    refreshSeconds: env.get('REFRESH_TOKEN_DAYS', 7) * 86_400,
    graceSeconds: env.get('REFRESH_GRACE_SECONDS', 10),
    longestSeconds: env.get('SESSION_MAX_DAYS', 30) * 86_400,
    perUser: env.get('SESSIONS_PER_USER', 20),
    refreshesPerHour: env.get('REFRESHES_PER_HOUR', 300),
    loginsPerHour: env.get('LOGINS_PER_HOUR', 5_000),
  },
  lockout: {
    maxFailures: env.get('LOGIN_MAX_FAILURES', 5),
    lockMinutes: env.get('LOGIN_LOCK_MINUTES', 15),
    addressFailures: env.get('LOGIN_ADDRESS_FAILURES', 50),
  },
  retention: {
    sessionDays: env.get('SESSION_RETENTION_DAYS', 90),
    securityEventDays: env.get('SECURITY_EVENT_RETENTION_DAYS', 365),
    loginAttemptDays: env.get('LOGIN_ATTEMPT_RETENTION_DAYS', 30),
  },
  adminPassword: env.get('ADMIN_PASSWORD'),
}

export default identityConfig
