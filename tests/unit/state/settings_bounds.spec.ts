import { Secret } from '@adonisjs/core/helpers'
import { test } from '@japa/runner'
import { assertSettings } from '#start/settings_check'

const TIMES = [
  'DB_QUERY_SECONDS',
  'ACCESS_TOKEN_MINUTES',
  'REFRESH_TOKEN_DAYS',
  'SESSION_MAX_DAYS',
  'LOGIN_LOCK_MINUTES',
  'STOP_LIMIT_SECONDS',
  'STOP_DRAIN_SECONDS',
  'EDITOR_CONVERSION_SECONDS',
  'EDITOR_DOWNLOAD_SECONDS',
  'EDITOR_DOWNLOAD_IDLE_SECONDS',
  'EDITOR_SWEEP_MINUTES',
  'REFRESH_GRACE_SECONDS',
  'HSTS_SECONDS',
  'FILES_GRACE_HOURS',
  'DOCUMENT_RETENTION_DAYS',
  'DOCUMENT_LOG_RETENTION_DAYS',
  'SECURITY_EVENT_RETENTION_DAYS',
  'LOGIN_ATTEMPT_RETENTION_DAYS',
  'SESSION_RETENTION_DAYS',
  'MODULE_HISTORY_RETENTION_DAYS',
  'IM_MESSAGE_RETENTION_DAYS',
  'IM_DIRECT_RETENTION_DAYS',
  'IM_GROUP_RETENTION_DAYS',
  'IM_SYSTEM_RETENTION_DAYS',
  'IM_ACT_RETENTION_DAYS',
]

const secrets = { APP_KEY: new Secret('k'.repeat(40)), JWT_SECRET: new Secret('s'.repeat(40)) }
const settings = (some: Record<string, unknown>) => {
  const all: Record<string, unknown> = { ...secrets, ...some }
  return { get: (key: string) => all[key] }
}

test.group('State | bounds of settings', () => {
  test('refuse a time that nothing can wait', ({ assert }) => {
    for (const key of TIMES)
      for (const value of [1e12, Infinity, Number.NaN])
        assert.throws(
          () => assertSettings(settings({ [key]: value })),
          new RegExp(
            `^${key} is ${value}; set a (?:whole )?number .*, \\d+ at most, or leave it out`
          )
        )
  })

  test('refuse what is no port: {$self}')
    .with(['PORT', 'DB_PORT', 'METRICS_PORT'])
    .run(({ assert }, key) => {
      for (const value of [-1, 99_999, 80.5])
        assert.throws(
          () => assertSettings(settings({ [key]: value })),
          new RegExp(`^${key} is ${value}; set a whole number .*, 65535 at most, or leave it out`)
        )
    })

  test('hold every setting that is a port within bounds', async ({ assert }) => {
    const { readFile } = await import('node:fs/promises')
    const env = await readFile(new URL('../../../start/env.ts', import.meta.url), 'utf8')
    const ports = [...env.matchAll(/(\w*PORT): Env\.schema\.number/g)].map(([, key]) => key)
    assert.sameMembers(ports, ['PORT', 'DB_PORT', 'METRICS_PORT'])
  })

  test('hold every setting that is a time within bounds', async ({ assert }) => {
    const { readFile } = await import('node:fs/promises')
    const env = await readFile(new URL('../../../start/env.ts', import.meta.url), 'utf8')
    const times = [...env.matchAll(/(\w+_(?:SECONDS|MINUTES|HOURS|DAYS)): Env\.schema\.number/g)]
    assert.sameMembers(
      times.map(([, key]) => key),
      TIMES
    )
  })

  test('take the longest, and 0 where that means something', ({ assert }) => {
    for (const some of [
      { EDITOR_SWEEP_MINUTES: 1440 },
      { EDITOR_SWEEP_MINUTES: 0 },
      { STOP_DRAIN_SECONDS: 0 },
      { PORT: 0 },
      { PORT: 65_535 },
      { DOCUMENT_RETENTION_DAYS: 36_500 },
    ])
      assert.doesNotThrow(() => assertSettings(settings(some)))
  })
})
