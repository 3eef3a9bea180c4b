import { defineRetention, defineSettings, E_MISSING_SETTING, setting } from '#kernel/settings/main'
import { clock } from '#kernel/state/main'

const CLOCKS_DIFFER_MS = 5 * 60_000

export const identitySettings = defineSettings({
  title: 'Login',
  keys: {
    JWT_SECRET: setting.secret({
      required: true,
      shortest: 32,
      unset: 'made up outside production',
      who: 'every installation',
      doc: 'Signs access tokens; at least 32 characters in production.',
      example: '',
    }),
    JWT_PREVIOUS_SECRET: setting.secret({
      shortest: 32,
      who: 'who replaces `JWT_SECRET`',
      doc: 'The secret before; verifies what it signed until `JWT_ROTATED_AT`, for one lifetime of an access token. Written by `node ace secret:rotate`.',
    }),
    JWT_ROTATED_AT: setting.text({
      who: 'who replaces `JWT_SECRET`',
      doc: 'When it was replaced, such as `2026-01-31T12:00:00Z`, not in the future. Written by `node ace secret:rotate`.',
    }),
    ACCESS_TOKEN_MINUTES: setting.integer({
      default: 30,
      who: 'an organisation with rules on logins',
      doc: 'Lifetime of access tokens.',
    }),
    REFRESH_TOKEN_DAYS: setting.integer({
      default: 7,
      who: 'an organisation with rules on logins',
      doc: 'Lifetime of refresh tokens, and so of an unused session.',
    }),
    REFRESH_GRACE_SECONDS: setting.integer({
      default: 10,
      min: 0,
      max: 86_400,
      who: 'clients on slow networks',
      doc: 'How long a used refresh token still yields the same successor; with 0 every second use counts as theft.',
    }),
    SESSION_MAX_DAYS: setting.integer({
      default: 30,
      who: 'an organisation with rules on logins',
      doc: 'How long a session lives at most, however often it is refreshed.',
    }),
    SESSIONS_PER_USER: setting.integer({
      default: 20,
      who: 'an organisation with rules on logins',
      doc: 'Open sessions of one user; when one more opens, the one used longest ago ends. Default of a [setting](settings.md).',
    }),
    LOGIN_MAX_FAILURES: setting.integer({
      default: 5,
      who: 'an organisation with rules on logins',
      doc: 'Consecutive wrong passwords that lock an account. Default of a [setting](settings.md).',
    }),
    LOGIN_LOCK_MINUTES: setting.integer({
      default: 15,
      who: 'an organisation with rules on logins',
      doc: 'How long it stays locked. Default of a [setting](settings.md).',
    }),
    LOGIN_ADDRESS_FAILURES: setting.integer({
      default: 50,
      who: 'an installation whose users share few addresses',
      doc: 'Wrong passwords from one address in 15 minutes, whatever the accounts; beyond it 429, but for accounts that logged in from there before.',
    }),
    ADMIN_PASSWORD: setting.secret({
      unset: 'made up and printed once outside production',
      who: 'every installation, for its first start',
      doc: 'Password of the first administrator, read once on an empty database; at least 10 characters, and not made of common words, names and years.',
      example: '',
    }),
  },
  check({ JWT_PREVIOUS_SECRET, JWT_ROTATED_AT: at }) {
    if (!JWT_PREVIOUS_SECRET) return
    if (!at)
      throw new E_MISSING_SETTING(
        'JWT_ROTATED_AT is not set; set it to when JWT_SECRET was replaced, such as 2026-01-31T12:00:00Z, or leave JWT_PREVIOUS_SECRET out'
      )
    if (Date.parse(at) <= clock.now() + CLOCKS_DIFFER_MS) return
    throw new E_MISSING_SETTING(
      `JWT_ROTATED_AT is ${at}; set a time such as 2026-01-31T12:00:00Z, not in the future`
    )
  },
})

export const identityRetention = defineRetention({
  sessions: {
    days: 90,
    min: 31,
    doc: 'Sessions that have ended, with their refresh tokens; addresses handed out in one are good for 30 days.',
  },
  security_events: {
    days: 365,
    min: 1,
    doc: 'The history of logins, failures, locks and the like.',
  },
  login_attempts: {
    days: 30,
    min: 1,
    doc: 'Failed logins of an account, known or not, that nobody tries any more. No lock ends early.',
  },
})
