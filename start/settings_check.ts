import type { Secret } from '@adonisjs/core/helpers'
import string from '@adonisjs/core/helpers/string'
import { isPlainAddress, E_MISSING_SETTING } from '#kernel/settings/main'

const SHORTEST_SECRET = 32
const CLOCKS_DIFFER_MS = 5 * 60_000
const MAKE_ONE = `make one with: node -e "console.log(require('crypto').randomBytes(32).toString('base64url'))"`

const DEFAULT_PORT = 3333

const DAY_SECONDS = 86_400
const CENTURY_DAYS = 36_500

/** A number, and what it may be; whole numbers are those of things, the others those of time. */
interface Bounds {
  above?: number
  from?: number
  upTo?: number
  isWhole?: boolean
}

const PORT: Bounds = { above: 0, upTo: 65_535, isWhole: true }
const COUNTED: Bounds = { above: 0, isWhole: true }

/**
 * Whatever becomes a timer or a moment has a longest: a timer of more than 24 days ends at once, and a moment beyond what
 * dates can say is none.
 */
const NUMBERS: Readonly<Record<string, Bounds>> = {
  ACCESS_TOKEN_MINUTES: { above: 0, upTo: 365 * 24 * 60 },
  REFRESH_TOKEN_DAYS: { above: 0, upTo: CENTURY_DAYS },
  SESSION_MAX_DAYS: { above: 0, upTo: CENTURY_DAYS },
  LOGIN_MAX_FAILURES: { above: 0 },
  LOGIN_LOCK_MINUTES: { above: 0, upTo: 365 * 24 * 60 },
  DB_POOL_MAX: COUNTED,
  NODES: { above: 0 },
  // 0 has the system choose one.
  PORT: { from: 0, upTo: 65_535, isWhole: true },
  DB_PORT: PORT,
  METRICS_PORT: PORT,
  STOP_LIMIT_SECONDS: { above: 0, upTo: DAY_SECONDS },
  EDITOR_CONVERSION_SECONDS: { above: 0, upTo: DAY_SECONDS },
  EDITOR_DOWNLOAD_SECONDS: { above: 0, upTo: DAY_SECONDS },
  EDITOR_DOWNLOAD_IDLE_SECONDS: { above: 0, upTo: DAY_SECONDS },
  EDITOR_SAVE_LIMIT_MB: { above: 0 },
  // No less than of an upload: what was brought must be saved again.
  EDITOR_UNPACKED_LIMIT_MB: { from: 512 },
  IM_FRAMES_PER_SECOND: { above: 0 },
  IM_FRAMES_PER_SECOND_PER_USER: { above: 0 },
  SESSIONS_PER_USER: COUNTED,
  REFRESHES_PER_HOUR: COUNTED,
  LOGINS_PER_HOUR: COUNTED,
  LOGIN_ADDRESS_FAILURES: COUNTED,
  EDITOR_CONVERSIONS_PER_USER: COUNTED,
  UPLOADS_PER_USER: COUNTED,
  IM_SOCKETS_PER_USER: COUNTED,
  IM_STREAMS_PER_USER: COUNTED,
  IM_CONVERSATIONS_PER_HOUR: COUNTED,
  IM_MEMBERS_PER_HOUR: COUNTED,
  IM_NOTICES_PER_HOUR: COUNTED,
  IM_REPORTS_PER_HOUR: COUNTED,
  IM_GROUP_MEMBERS: COUNTED,
  IM_MEMBERSHIPS_PER_USER: COUNTED,
  DB_QUERY_SECONDS: { from: 0, upTo: DAY_SECONDS, isWhole: true },
  REFRESH_GRACE_SECONDS: { from: 0, upTo: DAY_SECONDS },
  STOP_DRAIN_SECONDS: { from: 0, upTo: DAY_SECONDS },
  HSTS_SECONDS: { from: 0, upTo: CENTURY_DAYS * DAY_SECONDS },
  FILES_GRACE_HOURS: { from: 0, upTo: CENTURY_DAYS * 24 },
  EDITOR_SWEEP_MINUTES: { from: 0, upTo: 24 * 60 },
  // What is removed for good is given at least a day to be missed.
  DOCUMENT_RETENTION_DAYS: { from: 1, upTo: CENTURY_DAYS },
  SECURITY_EVENT_RETENTION_DAYS: { from: 1, upTo: CENTURY_DAYS },
  LOGIN_ATTEMPT_RETENTION_DAYS: { from: 1, upTo: CENTURY_DAYS },
  // Addresses that were handed out in a session ask for it for 30 days; late saves are put down by a document's log.
  SESSION_RETENTION_DAYS: { from: 31, upTo: CENTURY_DAYS },
  // Once a change of the tree was cut short, its entry tells whether it was finished.
  MODULE_HISTORY_RETENTION_DAYS: { from: 31, upTo: CENTURY_DAYS },
  IM_MESSAGE_RETENTION_DAYS: { from: 0, upTo: CENTURY_DAYS, isWhole: true },
  IM_DIRECT_RETENTION_DAYS: { from: 0, upTo: CENTURY_DAYS, isWhole: true },
  IM_GROUP_RETENTION_DAYS: { from: 0, upTo: CENTURY_DAYS, isWhole: true },
  IM_SYSTEM_RETENTION_DAYS: { from: 0, upTo: CENTURY_DAYS, isWhole: true },
  // Who is asked what became of a conversation is asked later than that.
  IM_ACT_RETENTION_DAYS: { from: 31, upTo: CENTURY_DAYS },
  DOCUMENT_LOG_RETENTION_DAYS: { from: 31, upTo: CENTURY_DAYS },
}

/** Sizes such as 100mb. */
const SIZES = ['UPLOAD_LIMIT', 'STORAGE_PER_USER', 'IM_BYTES_PER_HOUR']

const EDITOR_ADDRESSES = [
  'EDITOR_DOCUMENT_SERVER_URL',
  'EDITOR_DOCUMENT_SERVER_INTERNAL_URL',
  'EDITOR_PUBLIC_BASE_URL',
]

interface Settings {
  get(key: string): unknown
}

/**
 * Refuses settings with which the service must not run. Production makes nothing up.
 *
 * @throws E_MISSING_SETTING with one sentence that names the key and the remedy
 */
export function assertSettings(env: Settings): void {
  const production = env.get('NODE_ENV') === 'production'
  assertSecret(env, 'APP_KEY', production ? SHORTEST_SECRET : 16)
  assertSecret(env, 'JWT_SECRET', production ? SHORTEST_SECRET : 1)
  if (env.get('JWT_PREVIOUS_SECRET')) assertRotation(env, production)
  if (env.get('EDITOR_ENABLED') === true) assertEditor(env, production)
  if (production) assertNoDemo(env)
  assertNodes(env)
  for (const [key, bounds] of Object.entries(NUMBERS)) assertNumber(env, key, bounds)
  for (const key of SIZES) assertSize(env, key)
  assertPorts(env)
}

/** What is told of the service is told where not everybody may ask. */
function assertPorts(env: Settings): void {
  const port = env.get('METRICS_PORT')
  if (port === undefined || port !== (env.get('PORT') ?? DEFAULT_PORT)) return
  throw new E_MISSING_SETTING(
    `METRICS_PORT is ${String(port)}, as PORT is; set it to another, or leave it out to show no metrics`
  )
}

function assertSecret(env: Settings, key: string, shortest: number): void {
  const secret = env.get(key) as Secret<string> | undefined
  if (!secret) throw new E_MISSING_SETTING(`${key} is not set; ${MAKE_ONE}`)

  const length = Buffer.byteLength(secret.release())
  if (length >= shortest) return
  throw new E_MISSING_SETTING(
    `${key} has ${length} characters and needs at least ${shortest}; ${MAKE_ONE}`
  )
}

/** A secret is replaced because somebody may have it: it must not verify for ever. */
function assertRotation(env: Settings, production: boolean): void {
  assertSecret(env, 'JWT_PREVIOUS_SECRET', production ? SHORTEST_SECRET : 1)
  const at = env.get('JWT_ROTATED_AT')
  if (at === undefined)
    throw new E_MISSING_SETTING(
      'JWT_ROTATED_AT is not set; set it to when JWT_SECRET was replaced, such as 2026-01-31T12:00:00Z, or leave JWT_PREVIOUS_SECRET out'
    )
  if (Date.parse(String(at)) <= Date.now() + CLOCKS_DIFFER_MS) return
  throw new E_MISSING_SETTING(
    `JWT_ROTATED_AT is ${at}; set a time such as 2026-01-31T12:00:00Z, not in the future`
  )
}

function assertEditor(env: Settings, production: boolean): void {
  for (const key of EDITOR_ADDRESSES) assertAddress(env, key)
  if (!production) return
  assertSecret(env, 'EDITOR_JWT_SECRET', SHORTEST_SECRET)
  for (const key of ['EDITOR_DOCUMENT_SERVER_URL', 'EDITOR_PUBLIC_BASE_URL']) {
    if (env.get(key)) continue
    throw new E_MISSING_SETTING(
      `${key} is not set; set it, or switch the editor off with EDITOR_ENABLED=false`
    )
  }
}

/** Paths are put behind it. */
function assertAddress(env: Settings, key: string): void {
  const value = env.get(key)
  if (value === undefined || isPlainAddress(String(value))) return
  throw new E_MISSING_SETTING(
    `${key} is no address that starts with http:// or https:// and has neither a query nor a name and password; set one such as https://office.example.com`
  )
}

function assertNoDemo(env: Settings): void {
  if (env.get('SEED_DEMO_DATA') !== true) return
  throw new E_MISSING_SETTING(
    'SEED_DEMO_DATA is true, which makes accounts with a password that everybody knows; in production leave it out'
  )
}

function assertNodes(env: Settings): void {
  const nodes = Number(env.get('NODES') ?? 1)
  if (nodes <= 1 || env.get('REDIS_URL')) return
  throw new E_MISSING_SETTING(
    `NODES is ${nodes} but REDIS_URL is not set; several nodes share their state through Redis, so set REDIS_URL, or NODES=1`
  )
}

function assertSize(env: Settings, key: string): void {
  const value = env.get(key)
  if (value === undefined || (string.bytes.parse(String(value)) ?? 0) > 0) return
  throw new E_MISSING_SETTING(
    `${key} is ${value}; set a size such as 100mb, or leave it out for the default`
  )
}

function assertNumber(env: Settings, key: string, bounds: Bounds): void {
  const value = env.get(key)
  if (value === undefined || isWithin(Number(value), bounds)) return
  throw new E_MISSING_SETTING(
    `${key} is ${value}; set ${wantedOf(bounds)}, or leave it out for the default`
  )
}

function isWithin(value: number, { above = -Infinity, from = -Infinity, upTo, isWhole }: Bounds) {
  const isFitting = value > above && value >= from && value <= (upTo ?? Number.MAX_VALUE)
  return isFitting && (!isWhole || Number.isInteger(value))
}

function wantedOf({ above, from, upTo, isWhole }: Bounds): string {
  const lowest = above === undefined ? ` from ${from} on` : ` above ${above}`
  const highest = upTo === undefined ? '' : `, ${upTo} at most`
  return `a ${isWhole ? 'whole ' : ''}number${lowest}${highest}`
}
