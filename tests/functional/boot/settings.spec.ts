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
    .timeout(120_000)

  test('stop when there is no administrator and nobody gave a password', async ({ assert }) => {
    const service = ServiceProcess.spawn({
      ...production,
      ADMIN_PASSWORD: '',
      DB_CONNECTION: 'sqlite',
    })
    assert.equal(await service.exit(), 1)
    assert.match(service.output, /ADMIN_PASSWORD is not set/)
  }).timeout(120_000)

  test('print a made-up password once outside production, and log in with it', async ({
    assert,
  }) => {
    const service = await ServiceProcess.start({ ADMIN_PASSWORD: '', DB_CONNECTION: 'sqlite' })
    const password = /username admin, password (\S+)/.exec(service.output)?.[1]
    const response = await service.post('/app/auth/login', { username: 'admin', password })

    assert.equal(response.status, 200)
    assert.equal(await service.stop('SIGINT'), 0)
  }).timeout(120_000)
})
