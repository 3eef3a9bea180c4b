import { test } from '@japa/runner'
import { suite, unique } from '../../helpers/conformance/state/pair.js'
import { stateConformance } from '../../helpers/conformance/state_conformance.js'
import { eventually } from '../../helpers/eventually.js'
import { startNode } from './node.js'
import { RedisPair } from './redis_pair.js'
import { redisIsTested } from './redis_server.js'

const start = () => RedisPair.start()

if (redisIsTested()) {
  stateConformance('Redis', start)

  // The memory store of `@adonisjs/lock` does not keep the owner of a lock that was taken over.
  suite('State on Redis | locks that ended before their work', start, (pair) => {
    test('let another in when the time is up, and leave its lock alone afterwards', async ({
      assert,
    }) => {
      const key = unique()
      const last = { ttlMs: 10_000, waitMs: 0 }
      let overtaken: Promise<void> | undefined
      let leave = () => {}
      await pair().here.locks.run(key, { ttlMs: 30, waitMs: 0 }, async () => {
        await new Promise<void>((entered) => {
          overtaken = pair().there.locks.run(key, { ttlMs: 120_000, waitMs: 60_000 }, async () => {
            entered()
            await new Promise<void>((resolve) => (leave = resolve))
          })
        })
      })
      await assert.rejects(() => pair().here.locks.run(key, last, async () => null))
      leave()
      await overtaken
      assert.equal(await pair().here.locks.run(key, last, async () => 'free'), 'free')
    })
  })

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

    test('log the loss and the return once each', async ({ assert, cleanup }) => {
      const pair = await RedisPair.start()
      cleanup(() => pair.close())
      await pair.lose()
      await Promise.all(
        Array.from({ length: 20 }, () => assert.rejects(() => pair.here.store.get(unique())))
      )
      await pair.regain()
      assert.deepEqual(
        pair.here.log.map(({ msg }) => msg),
        [
          'Redis is lost: limits hold for this process alone, sessions are read from the database',
          'Redis is back',
        ]
      )
    })

    test('run what is registered for a return, and receive messages again', async ({
      assert,
      cleanup,
    }) => {
      const pair = await RedisPair.start()
      cleanup(() => pair.close())
      const [channel, heard] = [unique(), [] as unknown[]]
      let restored = 0
      pair.there.bus.onRestored(() => void restored++)
      await pair.there.bus.subscribe(channel, (payload) => void heard.push(payload))
      await pair.lose()
      await pair.here.bus.publish(channel, 'meanwhile')
      await pair.regain()
      await eventually(() => restored > 0 && pair.there.bus.connected)
      await pair.here.bus.publish(channel, 'back')
      await eventually(() => heard.length > 0)
      assert.deepEqual(heard, ['back'])
    })

    test('be lost where Redis does not answer', async ({ assert, cleanup }) => {
      const pair = await RedisPair.start()
      cleanup(() => pair.close())
      pair.server.freeze()
      await assert.rejects(() => pair.here.store.get(unique()))
      assert.isFalse(pair.here.status.connected)
      pair.server.thaw()
      await eventually(() => pair.here.status.connected)
    })

    test('be lost where Redis refuses writes, or the database of REDIS_URL', async ({
      assert,
      cleanup,
    }) => {
      const pair = await RedisPair.start()
      cleanup(() => pair.close())
      const redis = (await pair.there.app.container.make('redis')).connection('main')
      await redis.config('SET', 'maxmemory', '1')
      await assert.rejects(() => pair.here.store.set(unique(), 'x', 1_000))
      assert.isFalse(pair.here.status.connected)
      await redis.config('SET', 'maxmemory', '0')
      await eventually(() => pair.here.status.connected)

      const astray = await startNode(pair.server.url.replace(/1$/, '99'))
      cleanup(() => astray.close())
      assert.isFalse(astray.status.connected)
      await assert.rejects(() => astray.store.set(unique(), 'x', 1_000))
    })

    test('end while Redis is lost', async ({ assert }) => {
      const pair = await RedisPair.start()
      await pair.here.bus.subscribe(unique(), () => undefined)
      await pair.lose()
      await pair.close()
      assert.isFalse(pair.here.status.connected)
    })
  })
}
