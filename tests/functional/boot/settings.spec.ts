import { test } from '@japa/runner'
import { ServiceProcess } from '../../helpers/service_process.js'

const production = { NODE_ENV: 'production', STOP_DRAIN_SECONDS: '0' }
const editor = {
  EDITOR_ENABLED: 'true',
  EDITOR_DOCUMENT_SERVER_URL: 'http://127.0.0.1:1',
  EDITOR_PUBLIC_BASE_URL: 'http://127.0.0.1:2',
}

const refusals: { name: string; env: Record<string, string>; told: RegExp }[] = [
  {
    name: 'JWT_SECRET missing',
    env: { JWT_SECRET: '' },
    told: /JWT_SECRET is not set; make one with/,
  },
  {
    name: 'JWT_SECRET of 31 characters',
    env: { JWT_SECRET: 'x'.repeat(31) },
    told: /JWT_SECRET has 31 .*at least 32/,
  },
  {
    name: 'JWT_PREVIOUS_SECRET of one character',
    env: { JWT_PREVIOUS_SECRET: 'x', JWT_ROTATED_AT: '2026-01-01T00:00:00Z' },
    told: /JWT_PREVIOUS_SECRET has 1 .*at least 32/,
  },
  {
    name: 'JWT_PREVIOUS_SECRET without a time',
    env: { JWT_PREVIOUS_SECRET: 'x'.repeat(32) },
    told: /JWT_ROTATED_AT is not set.* JWT_PREVIOUS_SECRET out/,
  },
  {
    name: 'JWT_ROTATED_AT that is no time',
    env: { JWT_PREVIOUS_SECRET: 'x'.repeat(32), JWT_ROTATED_AT: 'yesterday' },
    told: /JWT_ROTATED_AT is yesterday/,
  },
  {
    name: 'JWT_ROTATED_AT in the future',
    env: { JWT_PREVIOUS_SECRET: 'x'.repeat(32), JWT_ROTATED_AT: '2999-01-01T00:00:00Z' },
    told: /JWT_ROTATED_AT is 2999-01-01T00:00:00Z.* not in the future/,
  },
  { name: 'APP_KEY missing', env: { APP_KEY: '' }, told: /APP_KEY is not set; make one with/ },
  {
    name: 'a CORS pattern of *',
    env: { SERVICE_CORS_ALLOWED_ORIGIN_PATTERNS: 'https://a.example.com,*' },
    told: /SERVICE_CORS_ALLOWED_ORIGIN_PATTERNS must not be "\*"; list the origins/,
  },
  {
    name: 'the editor without secret',
    env: editor,
    told: /EDITOR_JWT_SECRET is not set; make one with/,
  },
  {
    name: 'the editor with a short secret',
    env: { ...editor, EDITOR_JWT_SECRET: 'y'.repeat(31) },
    told: /EDITOR_JWT_SECRET has 31 .*at least 32/,
  },
  ...[
    '10.0.0.5:3333',
    'ftp://a.example.com',
    'http://a.example.com?x=1',
    'http://me:pw@a.example',
  ].map((EDITOR_PUBLIC_BASE_URL) => ({
    name: `EDITOR_PUBLIC_BASE_URL of ${EDITOR_PUBLIC_BASE_URL}`,
    env: { ...editor, EDITOR_JWT_SECRET: 'y'.repeat(32), EDITOR_PUBLIC_BASE_URL },
    told: /^EDITOR_PUBLIC_BASE_URL is no address that starts with http.*such as https:/,
  })),
  {
    name: 'DOCUMENT_RETENTION_DAYS below 1',
    env: { DOCUMENT_RETENTION_DAYS: '-1' },
    told: /DOCUMENT_RETENTION_DAYS is -1; set a number from 1 on/,
  },
  {
    name: 'DOCUMENT_LOG_RETENTION_DAYS below 31',
    env: { DOCUMENT_LOG_RETENTION_DAYS: '30' },
    told: /DOCUMENT_LOG_RETENTION_DAYS is 30; set a number from 31 on/,
  },
  {
    name: 'FILES_GRACE_HOURS below 0',
    env: { FILES_GRACE_HOURS: '-1' },
    told: /FILES_GRACE_HOURS is -1; set a number from 0 on/,
  },
  ...['1441', '40000'].map((EDITOR_SWEEP_MINUTES) => ({
    name: `EDITOR_SWEEP_MINUTES of ${EDITOR_SWEEP_MINUTES}`,
    env: { EDITOR_SWEEP_MINUTES },
    told: /EDITOR_SWEEP_MINUTES is \d+; set a number from 0 on, 1440 at most/,
  })),
  {
    name: 'several nodes without Redis',
    env: { NODES: '2', REDIS_URL: '' },
    told: /NODES is 2 but REDIS_URL is not set/,
  },
]

test.group('Boot | settings', () => {
  test('stop a production boot with one sentence: {name}')
    .with(refusals)
    .run(async ({ assert }, { env, told }) => {
      const service = ServiceProcess.spawn({ ...production, ...env })
      const code = await service.exit()

      assert.equal(code, 1)
      assert.match(service.output, told)
      assert.lengthOf(service.output.trim().split('\n'), 1)
    })

  test('stop when there is no administrator and nobody gave a password', async ({ assert }) => {
    const service = ServiceProcess.spawn({
      ...production,
      ADMIN_PASSWORD: '',
      DB_CONNECTION: 'sqlite',
    })
    assert.equal(await service.exit(), 1)
    assert.match(service.output, /ADMIN_PASSWORD is not set/)
  })

  test('stop when the first administrator’s password is weak: {$self}')
    .with(['1', 'password', '12345678', 'Administrator2026!'])
    .run(async ({ assert }, ADMIN_PASSWORD) => {
      const service = ServiceProcess.spawn({
        ...production,
        ADMIN_PASSWORD,
        DB_CONNECTION: 'sqlite',
        REDIS_URL: '',
      })
      assert.equal(await service.exit(), 1)
      assert.match(service.output, /^ADMIN_PASSWORD is too weak\. .*\n$/)
    })

  test('take blanks around the first administrator’s password for part of it', async ({
    assert,
    cleanup,
  }) => {
    const ADMIN_PASSWORD = '  nine cats on a roof '
    const service = await ServiceProcess.start({ ADMIN_PASSWORD, DB_CONNECTION: 'sqlite' })
    cleanup(() => service.stop('SIGKILL').then(() => undefined))
    const logIn = (password: string) =>
      service.post('/app/auth/login', { username: 'admin', password })
    assert.equal((await logIn(ADMIN_PASSWORD)).status, 200)
    assert.equal((await logIn(ADMIN_PASSWORD.trim())).status, 400)
  })

  test('print a made-up password once outside production, and log in with it', async ({
    assert,
  }) => {
    const service = await ServiceProcess.start({ ADMIN_PASSWORD: '', DB_CONNECTION: 'sqlite' })
    const password = /username admin, password (\S+)/.exec(service.output)?.[1]
    const response = await service.post('/app/auth/login', { username: 'admin', password })

    assert.equal(response.status, 200)
    assert.equal(await service.stop('SIGINT'), 0)
  })
})
