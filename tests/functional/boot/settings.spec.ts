import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { ServiceProcess } from '../../helpers/service_process.js'

const connection = process.env.DB_CONNECTION ?? 'sqlite'
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
    name: 'PORT of 99999',
    env: { PORT: '99999' },
    told: /^PORT is 99999; set a whole number from 0 on, 65535 at most, or leave it out/,
  },
  ...['redis://me:50%zz@db/1', 'redis://m%e@db/1'].map((REDIS_URL) => ({
    name: `REDIS_URL of ${REDIS_URL}`,
    env: { REDIS_URL },
    told: /^REDIS_URL is not understood; .*percent-encoded/,
  })),
  {
    name: 'several nodes without Redis',
    env: { NODES: '2', REDIS_URL: '' },
    told: /NODES is 2 but REDIS_URL is not set/,
  },
  ...[
    {
      url: 'postgres://db/x?sslmode=prefer',
      told: /^DATABASE_URL asks for sslmode=prefer, which.* sslmode to one of disable, require, verify-full/,
    },
    {
      url: 'postgres://db/x?channel_binding=require',
      told: /^DATABASE_URL asks for channel_binding, which is not understood; leave it out/,
    },
    {
      url: 'postgres://db/x?sslmode=verify-full&sslrootcert=/no/such.pem',
      told: /^DATABASE_URL names \/no\/such\.pem as sslrootcert, which cannot be read; set it/,
    },
    {
      url: 'postgres://db/x?sslmode=require&sslrootcert=/no/such.pem',
      told: /^DATABASE_URL names sslrootcert, .*add sslmode=verify-full/,
    },
    ...[
      'postgres://me:p#w@db/x',
      'postgres://me:50%zz@db/x',
      'postgres://m%e@db/x',
      'postgres://db/x%',
    ].map((url) => ({ url, told: /^DATABASE_URL is no address; set one such as postgres:/ })),
  ].map(({ url, told }) => ({
    name: `DATABASE_URL of ${url}`,
    env: { DB_CONNECTION: 'pg', DATABASE_URL: url },
    told,
  })),
  ...[
    {
      url: 'mysql://db/x?ssl-mode=PREFERRED',
      told: /^DATABASE_URL asks for ssl-mode=PREFERRED, .* DISABLED, REQUIRED, VERIFY_IDENTITY/,
    },
    {
      url: 'mysql://db/x?sslmode=require',
      told: /^DATABASE_URL asks for sslmode, which is not understood; .* ssl-mode to one of/,
    },
  ].map(({ url, told }) => ({
    name: `DATABASE_URL of ${url}`,
    env: { DB_CONNECTION: 'mysql', DATABASE_URL: url },
    told,
  })),
]

/** Where the tests' database is, as an address. */
function addressOf(query: string): string {
  const { DB_HOST = '127.0.0.1', DB_PORT, DB_USER, DB_PASSWORD = '', DB_DATABASE } = process.env
  const [scheme, port, user] =
    connection === 'pg' ? ['postgres', 5432, 'postgres'] : ['mysql', 3306, 'root']
  const login = `${DB_USER ?? user}:${encodeURIComponent(DB_PASSWORD)}`
  return `${scheme}://${login}@${DB_HOST}:${DB_PORT ?? port}/${DB_DATABASE}${query}`
}

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

test.group('Boot | the address of the database', () => {
  if (connection === 'sqlite') return
  const [mode, none, required] =
    connection === 'pg' ? ['sslmode', 'disable', 'require'] : ['ssl-mode', 'DISABLED', 'REQUIRED']

  test('start where it asks for no TLS', async ({ assert }) => {
    const service = await ServiceProcess.start({ DATABASE_URL: addressOf(`?${mode}=${none}`) })
    assert.equal((await service.get('/actuator/health/readiness')).status, 200)
    await service.stop()
  })

  test('never connect without TLS where it asks for it', async ({ assert, cleanup }) => {
    const { DB_HOST = '127.0.0.1', DB_PORT = connection === 'pg' ? '5432' : '3306' } = process.env
    const heard: Buffer[] = []
    const relay = createServer((near) => {
      const far = connect(Number(DB_PORT), DB_HOST)
      near.on('data', (data) => heard.push(data)).on('error', () => far.destroy())
      far.on('error', () => near.destroy())
      near.pipe(far).pipe(near)
    }).listen(0, '127.0.0.1')
    await once(relay, 'listening')
    cleanup(() => void relay.close())

    const url = new URL(addressOf(`?${mode}=${required}`))
    url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`
    const service = ServiceProcess.spawn({ DATABASE_URL: url.href, STOP_DRAIN_SECONDS: '0' })
    await Promise.race([service.exit(), service.ready().catch(() => undefined)])
    await service.stop('SIGKILL')
    assert.notInclude(Buffer.concat(heard).toString('latin1'), process.env.DB_DATABASE!)
  })
})
