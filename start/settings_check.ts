import type { Secret } from '@adonisjs/core/helpers'
import { E_MISSING_SETTING } from '#kernel/plugins/settings'

const SHORTEST_SECRET = 32
const MAKE_ONE = `make one with: node -e "console.log(require('crypto').randomBytes(32).toString('base64url'))"`

const POSITIVE = [
  'ACCESS_TOKEN_MINUTES',
  'REFRESH_TOKEN_DAYS',
  'LOGIN_MAX_FAILURES',
  'LOGIN_LOCK_MINUTES',
  'DB_POOL_MAX',
  'NODES',
  'STOP_LIMIT_SECONDS',
]
const NOT_NEGATIVE = ['REFRESH_GRACE_SECONDS', 'STOP_DRAIN_SECONDS']

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
  if (env.get('EDITOR_ENABLED') === true) assertEditor(env, production)
  assertNodes(env)
  for (const key of POSITIVE) assertNumber(env, key, (value) => value > 0, 'a number above 0')
  for (const key of NOT_NEGATIVE)
    assertNumber(env, key, (value) => value >= 0, 'a number from 0 on')
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

function assertEditor(env: Settings, production: boolean): void {
  if (!production) return
  assertSecret(env, 'EDITOR_JWT_SECRET', SHORTEST_SECRET)
  for (const key of ['EDITOR_DOCUMENT_SERVER_URL', 'EDITOR_PUBLIC_BASE_URL']) {
    if (env.get(key)) continue
    throw new E_MISSING_SETTING(
      `${key} is not set; set it, or switch the editor off with EDITOR_ENABLED=false`
    )
  }
}

function assertNodes(env: Settings): void {
  const nodes = Number(env.get('NODES') ?? 1)
  if (nodes <= 1 || env.get('REDIS_URL')) return
  throw new E_MISSING_SETTING(
    `NODES is ${nodes} but REDIS_URL is not set; several nodes share their state through Redis, so set REDIS_URL, or NODES=1`
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
