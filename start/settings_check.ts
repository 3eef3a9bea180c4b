import type { Secret } from '@adonisjs/core/helpers'
import string from '@adonisjs/core/helpers/string'
import { E_MISSING_SETTING, isPlainAddress } from '#kernel/plugins/settings'

const SHORTEST_SECRET = 32
const CLOCKS_DIFFER_MS = 5 * 60_000
const MAKE_ONE = `make one with: node -e "console.log(require('crypto').randomBytes(32).toString('base64url'))"`

const POSITIVE = [
  'ACCESS_TOKEN_MINUTES',
  'REFRESH_TOKEN_DAYS',
  'SESSION_MAX_DAYS',
  'LOGIN_MAX_FAILURES',
  'LOGIN_LOCK_MINUTES',
  'DB_POOL_MAX',
  'NODES',
  'STOP_LIMIT_SECONDS',
  'EDITOR_CONVERSION_SECONDS',
  'EDITOR_SAVE_LIMIT_MB',
  'IM_FRAMES_PER_SECOND',
  'IM_FRAMES_PER_SECOND_PER_USER',
]
const WHOLE = [
  'SESSIONS_PER_USER',
  'LOGIN_ADDRESS_FAILURES',
  'EDITOR_CONVERSIONS_PER_USER',
  'UPLOADS_PER_USER',
  'IM_SOCKETS_PER_USER',
  'IM_STREAMS_PER_USER',
  'IM_CONVERSATIONS_PER_HOUR',
  'IM_MEMBERS_PER_HOUR',
  'IM_GROUP_MEMBERS',
]
const NOT_NEGATIVE = [
  'REFRESH_GRACE_SECONDS',
  'STOP_DRAIN_SECONDS',
  'HSTS_SECONDS',
  'FILES_GRACE_HOURS',
  'EDITOR_SWEEP_MINUTES',
]

/** What is removed for good is given at least a day to be missed. */
const AT_LEAST_ONE = [
  'DOCUMENT_RETENTION_DAYS',
  'SECURITY_EVENT_RETENTION_DAYS',
  'LOGIN_ATTEMPT_RETENTION_DAYS',
]

/** Addresses that were handed out in a session ask for it for 30 days; late saves are put down by a document's log. */
const AT_LEAST_A_MONTH = ['SESSION_RETENTION_DAYS', 'DOCUMENT_LOG_RETENTION_DAYS']

/** Sizes such as 100mb. */
const SIZES = ['UPLOAD_LIMIT', 'STORAGE_PER_USER']

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
  for (const key of POSITIVE) assertNumber(env, key, (value) => value > 0, 'a number above 0')
  for (const key of WHOLE)
    assertNumber(
      env,
      key,
      (value) => Number.isInteger(value) && value > 0,
      'a whole number above 0'
    )
  for (const key of NOT_NEGATIVE)
    assertNumber(env, key, (value) => value >= 0, 'a number from 0 on')
  for (const key of AT_LEAST_ONE)
    assertNumber(env, key, (value) => value >= 1, 'a number from 1 on')
  for (const key of AT_LEAST_A_MONTH)
    assertNumber(env, key, (value) => value >= 31, 'a number from 31 on')
  for (const key of SIZES) assertSize(env, key)
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

function assertNumber(
  env: Settings,
  key: string,
  fits: (value: number) => boolean,
  wanted: string
): void {
  const value = env.get(key)
  if (value === undefined || fits(Number(value))) return
  throw new E_MISSING_SETTING(`${key} is ${value}; set ${wanted}, or leave it out for the default`)
}
