import { test } from '@japa/runner'
import { makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { AheadRedis } from '../../helpers/ahead_redis.js'
import { ServiceProcess } from '../../helpers/service_process.js'
import { until } from '../../helpers/until.js'

const { DB_CONNECTION = 'sqlite', REDIS_URL } = process.env
const SKEWED = ['--import', new URL('../../helpers/skewed_clock.js', import.meta.url).href]

test.group('Nodes | clocks', () => {
  if (DB_CONNECTION === 'sqlite' && !REDIS_URL) return

  test('say in the log that the machine’s clock is {said}')
    .with([
      { skewMs: 3_456_000_000, said: '40 days ahead of' },
      { skewMs: -600_000, said: '10 minutes behind' },
    ])
    .run(async ({ cleanup }, { skewMs, said }) => {
      const service = await ServiceProcess.start({ CLOCK_SKEW_MS: String(skewMs) }, SKEWED)
      cleanup(async () => void (await service.stop()))
      await until(async () => service.output.includes(`This machine’s clock is ${said}`))
    })
})

test.group('Nodes | a Redis whose clock is off', () => {
  if (DB_CONNECTION === 'sqlite' || !REDIS_URL) return

  test('is not followed: nobody is logged out, the log says whose it is, and the health is DOWN', async ({
    assert,
    cleanup,
  }) => {
    const { username } = await makeOperator()
    const url = new URL(REDIS_URL)
    const redis = await AheadRedis.to(url.hostname, Number(url.port || 6379))
    cleanup(() => redis.close())
    url.host = `127.0.0.1:${redis.port}`
    const service = await ServiceProcess.start({ REDIS_URL: url.href, LOG_LEVEL: 'info' })
    cleanup(async () => void (await service.stop()))
    assert.include(service.output, 'The clock of Redis is 8 days ahead of this machine’s')
    assert.notInclude(service.output, 'This machine’s clock')
    assert.equal((await service.get('/actuator/health')).status, 503)
    assert.equal((await service.get('/actuator/health/readiness')).status, 200)

    const login = await service.post('/app/auth/login', { username, password: PASSWORD })
    const { data } = (await login.json()) as { data: { accessToken: string } }
    const [, claims] = data.accessToken.split('.')
    const { exp } = JSON.parse(Buffer.from(claims!, 'base64url').toString()) as { exp: number }
    assert.isBelow(exp, Date.now() / 1000 + 86_400)

    redis.aheadSeconds = 0
    redis.cut()
    await until(async () => (await service.get('/actuator/health')).status === 200)
    await until(() => service.output.includes('The clocks agree again'))
  })
})
