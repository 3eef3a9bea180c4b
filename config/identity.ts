import { readSettings, retentionDays } from '#kernel/settings/main'
import identity from '#plugins/identity/plugin'
import type { IdentityConfig } from '#plugins/identity/main'

const settings = readSettings(identity.settings)
const previous = settings.JWT_PREVIOUS_SECRET
const replacedAt = settings.JWT_ROTATED_AT

const identityConfig: IdentityConfig = {
  secret: settings.JWT_SECRET,
  previousSecret:
    previous && replacedAt ? { secret: previous, replacedAtMs: Date.parse(replacedAt) } : null,
  accessTokenSeconds: settings.ACCESS_TOKEN_MINUTES * 60,
  sessions: {
    refreshSeconds: settings.REFRESH_TOKEN_DAYS * 86_400,
    graceSeconds: settings.REFRESH_GRACE_SECONDS,
    longestSeconds: settings.SESSION_MAX_DAYS * 86_400,
    perUser: settings.SESSIONS_PER_USER,
    refreshesPerHour: 300,
    loginsPerHour: 5_000,
  },
  lockout: {
    maxFailures: settings.LOGIN_MAX_FAILURES,
    lockMinutes: settings.LOGIN_LOCK_MINUTES,
    addressFailures: settings.LOGIN_ADDRESS_FAILURES,
  },
  people: 'everybody',
  retention: retentionDays(identity.retention),
  adminPassword: settings.ADMIN_PASSWORD,
}

export default identityConfig
