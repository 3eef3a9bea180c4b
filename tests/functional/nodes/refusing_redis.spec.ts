import { test } from '@japa/runner'
import { ServiceProcess } from '../../helpers/service_process.js'
import { until } from '../../helpers/until.js'
import { RedisAdmin } from '../../unit/state/redis_admin.js'
import { redisIsTested } from '../../unit/state/redis_server.js'

const ALL = '~* &* +@all'

test.group('Nodes | a Redis that refuses', () => {
  if (!redisIsTested()) return

  test('say DOWN and one line while it may not be listened to, and recover', async ({
    assert,
    cleanup,
  }) => {
    const redis = await RedisAdmin.start(`${ALL} resetchannels`)
    cleanup(() => redis.close())
    const service = await ServiceProcess.start({ REDIS_URL: redis.urlOf(1) })
    cleanup(async () => void (await service.stop()))
    for (let turn = 0; turn < 50; turn++) {
      assert.equal((await service.get('/actuator/health')).status, 503)
      assert.equal((await service.get('/actuator/health/readiness')).status, 200)
    }
    assert.lengthOf(service.output.match(/Redis is lost/g)!, 1)

    await redis.grant('&*')
    await until(async () => (await service.get('/actuator/health')).status === 200)
  })

  test('start on no other database than the one that is named', async ({ assert, cleanup }) => {
    const redis = await RedisAdmin.start(ALL)
    cleanup(() => redis.close())
    const service = ServiceProcess.spawn({ REDIS_URL: redis.urlOf(99) })
    assert.equal(await service.exit(), 1)
    assert.include(service.output, 'REDIS_URL names the database 99, which this Redis refuses')
    assert.equal(await redis.call('DBSIZE'), 0)
  })
})
