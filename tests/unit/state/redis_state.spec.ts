import { test } from '@japa/runner'
import { conformance } from './conformance.js'
import { unique } from './pair.js'
import { RedisPair } from './redis_pair.js'
import { redisIsTested } from './redis_server.js'

if (redisIsTested()) {
  conformance('Redis', () => RedisPair.start())

  test.group('State on Redis | lost, and back', () => {
    test('give no stamp meanwhile, and another than before afterwards', async ({
      assert,
      cleanup,
    }) => {
      const pair = await RedisPair.start()
      cleanup(() => pair.close())
      const keys = [unique()]
      const before = await pair.here.versions.read(keys)
      await pair.lose()
      assert.isNull(await pair.here.versions.read(keys))
      await pair.regain()
      const after = await pair.here.versions.read(keys)
      assert.isString(after)
      assert.notEqual(after, before)
    })
  })
}
