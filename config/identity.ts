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
  },
  lockout: {
    maxFailures: env.get('LOGIN_MAX_FAILURES', 5),
    lockMinutes: env.get('LOGIN_LOCK_MINUTES', 15),
  },
  adminPassword: env.get('ADMIN_PASSWORD'),
}

export default identityConfig
