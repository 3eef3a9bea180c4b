import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { test } from '@japa/runner'
import plugins from '#config/plugins'
import { serverOfUrl } from '#kernel/database/main'
import { originMatcher } from '#kernel/http/main'
import { readSettings } from '#kernel/settings/main'
import { redisOptions } from '#kernel/state/main'
import { kernelSettings } from '#kernel/settings/main'
import { ServiceProcess } from '#tests/helpers/service_process'
import { allSettings } from '#tests/tools/document_settings/document_settings'

const PRODUCTION = {
  NODE_ENV: 'production',
  APP_KEY: 'k'.repeat(40),
  JWT_SECRET: 's'.repeat(40),
}
const EDITOR = {
  EDITOR_ENABLED: 'true',
  EDITOR_DOCUMENT_SERVER_URL: 'http://127.0.0.1:1',
  EDITOR_PUBLIC_BASE_URL: 'http://127.0.0.1:2',
  EDITOR_JWT_SECRET: 'e'.repeat(32),
}
const ROTATED = { JWT_PREVIOUS_SECRET: 'x'.repeat(32) }

function assertProduction(some: Record<string, string | undefined>): void {
  const environment = { ...PRODUCTION, ...some }
  for (const settings of allSettings(kernelSettings, plugins)) {
    const values = readSettings(settings, environment)
    settings.check?.(values, environment)
  }
}

const REFUSED: { settings: Record<string, string>; told: RegExp }[] = [
  { settings: { APP_KEY: '' }, told: /^APP_KEY is not set; make one with/ },
  { settings: { JWT_SECRET: '' }, told: /^JWT_SECRET is not set; make one with/ },
  {
    settings: { JWT_SECRET: 'x'.repeat(31) },
    told: /^JWT_SECRET has 31 characters and needs at least 32/,
  },
  {
    settings: { JWT_PREVIOUS_SECRET: 'x', JWT_ROTATED_AT: '2026-01-01T00:00:00Z' },
    told: /^JWT_PREVIOUS_SECRET has 1 .*at least 32/,
  },
  { settings: ROTATED, told: /^JWT_ROTATED_AT is not set.* JWT_PREVIOUS_SECRET out/ },
  {
    settings: { ...ROTATED, JWT_ROTATED_AT: 'yesterday' },
    told: /^JWT_ROTATED_AT is yesterday; set a time/,
  },
  {
    settings: { ...ROTATED, JWT_ROTATED_AT: '2999-01-01T00:00:00Z' },
    told: /^JWT_ROTATED_AT is 2999.* not in the future/,
  },
  {
    settings: { ...EDITOR, EDITOR_JWT_SECRET: '' },
    told: /^EDITOR_JWT_SECRET is not set; .*EDITOR_ENABLED=false/,
  },
  {
    settings: { ...EDITOR, EDITOR_JWT_SECRET: 'y'.repeat(31) },
    told: /^EDITOR_JWT_SECRET has 31 .*at least 32/,
  },
  {
    settings: { ...EDITOR, EDITOR_PUBLIC_BASE_URL: '10.0.0.5:3333' },
    told: /^EDITOR_PUBLIC_BASE_URL is no address that starts with http.*such as https:/,
  },
  { settings: { SEED_DEMO_DATA: 'true' }, told: /^SEED_DEMO_DATA is true.*leave it out/ },
  { settings: { NODES: '2' }, told: /^NODES is 2 but DB_CONNECTION is sqlite, which serves one/ },
  {
    settings: { NODES: '2', DB_CONNECTION: 'pg' },
    told: /^NODES is 2 but REDIS_URL is not set; .*set REDIS_URL, or NODES=1/,
  },
  {
    settings: { METRICS_PORT: '3333' },
    told: /^METRICS_PORT is 3333, as PORT is; set it to another/,
  },
  { settings: { DRIVE_DISK: 's3' }, told: /^S3_BUCKET is not set but DRIVE_DISK is s3; name/ },
]

test.group('Boot | settings that are refused', () => {
  test('stop production with a sentence that names the setting and the remedy', ({ assert }) => {
    for (const { settings, told } of REFUSED) assert.throws(() => assertProduction(settings), told)
  })

  test('take settings that are complete', ({ assert }) => {
    for (const settings of [
      {},
      EDITOR,
      { NODES: '2', DB_CONNECTION: 'pg', REDIS_URL: 'redis://cache' },
    ])
      assert.doesNotThrow(() => assertProduction(settings))
  })

  test('refuse any origin as a pattern of CORS', ({ assert }) => {
    assert.throws(
      () => originMatcher(['https://a.example.com', '*']),
      /^SERVICE_CORS_ALLOWED_ORIGIN_PATTERNS must not be "\*"; list the origins/
    )
  })

  for (const url of ['localhost:6379', 'redis://host/x', 'redis://me:50%zz@db/1'])
    test(`refuse REDIS_URL=${url}`, ({ assert }) => {
      assert.throws(() => redisOptions(url), /^REDIS_URL is not understood; .*percent-encoded/)
    })

  for (const [kind, url, told] of [
    ['pg', 'postgres://me:p#w@db/x', /^DATABASE_URL is no address; set one such as postgres:/],
    ['pg', 'postgres://db/x?sslmode=prefer', /^DATABASE_URL asks for sslmode=prefer, which/],
    ['pg', 'postgres://db/x?channel_binding=require', /^DATABASE_URL asks for channel_binding/],
    [
      'pg',
      'postgres://db/x?sslmode=verify-full&sslrootcert=/no/such.pem',
      /^DATABASE_URL names \/no\/such\.pem as sslrootcert, which cannot be read/,
    ],
    ['mysql', 'mysql://db/x?ssl-mode=PREFERRED', /^DATABASE_URL asks for ssl-mode=PREFERRED/],
  ] as const)
    test(`refuse DATABASE_URL=${url}`, ({ assert }) => {
      assert.throws(() => serverOfUrl(url, kind), told)
    })

  test('refuse DATABASE_URL of another server than DB_CONNECTION names', ({ assert }) => {
    const url = { DATABASE_URL: 'postgres://db/x', DB_CONNECTION: undefined }
    assert.throws(
      () => assertProduction(url),
      'DATABASE_URL is the address of a postgres server but DB_CONNECTION is sqlite; set DB_CONNECTION=pg'
    )
    assert.doesNotThrow(() => assertProduction({ ...url, DB_CONNECTION: 'pg' }))
  })

  for (const [kind, url, ssl] of [
    ['pg', 'postgres://me:p%40ss@db:7000/x', undefined],
    ['pg', 'postgres://db/x?sslmode=disable', false],
    ['pg', 'postgres://db/x?sslmode=require', { rejectUnauthorized: false }],
    ['mysql', 'mysql://db/x?ssl-mode=VERIFY_IDENTITY', { rejectUnauthorized: true }],
  ] as const)
    test(`take DATABASE_URL=${url}`, ({ assert }) => {
      const server = serverOfUrl(url, kind)
      assert.equal(server.host, 'db')
      assert.containsSubset({ ssl: server.ssl }, { ssl })
    })
})

test.group('Boot | starts that are refused', () => {
  const SQLITE = { DB_CONNECTION: 'sqlite', DATABASE_URL: '', REDIS_URL: '' }

  /** The exit code and all that was said. */
  async function refused(env: Record<string, string>) {
    const service = ServiceProcess.spawn({ ...SQLITE, LOG_LEVEL: 'silent', ...env })
    return { code: await service.exit(), said: service.output }
  }

  test('say in one sentence that a secret is missing in production', async ({ assert }) => {
    const { code, said } = await refused({ NODE_ENV: 'production', JWT_SECRET: '' })
    assert.equal(code, 1)
    assert.match(said, /^JWT_SECRET is not set; make one with: [^\n]*\n$/)
  })

  test('say in a sentence each which values are wrong', async ({ assert }) => {
    const { code, said } = await refused({ UPLOAD_LIMIT: 'much', DB_POOL_MAX: '0' })
    assert.equal(code, 1)
    assert.match(
      said,
      /^DB_POOL_MAX is 0; set a whole number [^\n]+\nUPLOAD_LIMIT is much; set a size such as 100mb[^\n]+\n$/
    )
  })

  test('say in one sentence that nobody gave the first administrator a password', async ({
    assert,
  }) => {
    const { code, said } = await refused({ NODE_ENV: 'production', ADMIN_PASSWORD: '' })
    assert.equal(code, 1)
    assert.match(said.trim().split('\n').at(-1)!, /^ADMIN_PASSWORD is not set; set it to/)
  })

  test('say in one sentence that the port is taken', async ({ assert, cleanup }) => {
    const taken = createServer().listen(0, '127.0.0.1')
    cleanup(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { code, said } = await refused({ PORT: String(port), SEED_DEMO_DATA: 'false' })
    assert.equal(code, 1)
    assert.equal(
      said.trim().split('\n').at(-1),
      `Port ${port} is taken: end the program that listens there, or set PORT or METRICS_PORT to another.`
    )
  })
})
