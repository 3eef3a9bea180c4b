import env from '#start/env'
import type { IdentityConfig } from '#plugins/identity/main'

const secrets = [env.get('JWT_SECRET'), env.get('JWT_PREVIOUS_SECRET')].filter(
  (secret) => secret !== undefined
)

const identityConfig: IdentityConfig = {
  secrets,
  accessTokenSeconds: env.get('ACCESS_TOKEN_MINUTES', 30) * 60,
  refreshTokenSeconds: env.get('REFRESH_TOKEN_DAYS', 7) * 86_400,
  refreshGraceSeconds: env.get('REFRESH_GRACE_SECONDS', 10),
  lockout: {
    maxFailures: env.get('LOGIN_MAX_FAILURES', 5),
    lockMinutes: env.get('LOGIN_LOCK_MINUTES', 15),
  },
  adminPassword: env.get('ADMIN_PASSWORD'),
}

export default identityConfig
