import { test } from '@japa/runner'
import { VersionedCache } from '#kernel/state/versioned_cache'
import { eventually } from './eventually.js'
import type { Node } from './node.js'
import { RedisPair } from './redis_pair.js'
import { redisIsTested } from './redis_server.js'

let named = 0
/** Whether it could be said. */
const OUTCOME = [() => true, () => false] as const
const unique = () => `return-${process.pid}-${++named}`

if (redisIsTested()) {
  test.group('State on Redis | what is true afterwards', (group) => {
    let pair: RedisPair
    let here: Node
    let there: Node

    group.each.setup(async () => {
      pair = await RedisPair.start()
      ;({ here, there } = pair)
      return () => pair.close()
    })

    test('answer no stamp while lost, and another one afterwards', async ({ assert }) => {
      const keys = [unique()]
      const before = await here.versions.read(keys)
      await pair.lose()
      assert.isNull(await here.versions.read(keys))
      await pair.regain()
      const after = await here.versions.read(keys)
      assert.isString(after)
      assert.notEqual(after, before)
    })

    test('make up for what was bumped during the loss', async ({ assert }) => {
      const cache = new VersionedCache<string>(10)
      const keys = [unique()]
      await pair.lose()
      await here.versions.bump(...keys)
      await pair.regain()
      const stamp = await there.versions.read(keys)
      cache.set('fact', stamp, 'read before the bump arrived')
      await eventually(async () => {
        const now = await there.versions.read(keys)
        return (
          now!.split(' ').at(-1) !== '' && (now === stamp || cache.get('fact', now) === undefined)
        )
      })
      assert.notEqual((await there.versions.read(keys))!.split(' ').at(-1), '')
    })

    test('void everything when Redis is emptied under a standing connection, twice too', async ({
      assert,
    }) => {
      const keys = [unique()]
      const stamps = new Set<string | null>()
      const flush = async () => {
        const redis = await here.app.container.make('redis')
        await redis.connection('main').flushall()
      }
      for (let round = 0; round < 3; round++) {
        stamps.add((await here.gate.enter({ key: unique(), perSecond: 5 }, keys)).stamp)
        await flush()
      }
      assert.equal(stamps.size, 3)
      assert.isFalse(stamps.has(null))
    })

    test('deliver to this process while lost, and to all again afterwards', async ({ assert }) => {
      const channel = unique()
      const heard: string[] = []
      await here.bus.subscribe(channel, (payload) => void heard.push(`here ${payload}`))
      await there.bus.subscribe(channel, (payload) => void heard.push(`there ${payload}`))
      await pair.lose()
      await here.bus.publish(channel, 'lost')
      await eventually(() => heard.includes('here lost'))
      await pair.regain()
      await eventually(async () => {
        await here.bus.publish(channel, 'back')
        return heard.includes('there back') && heard.includes('here back')
      })
      assert.notInclude(heard, 'there lost')
    })

    test('tell that messages may have been missed', async ({ assert }) => {
      let [toldHere, toldThere] = [0, 0]
      here.bus.onRestored(() => void toldHere++)
      there.bus.onRestored(() => void toldThere++)
      await here.bus.subscribe(unique(), () => {})
      await there.bus.subscribe(unique(), () => {})
      assert.deepEqual([toldHere, toldThere], [0, 0])
      await pair.lose()
      await here.bus.publish(unique(), 1)
      await pair.regain()
      await eventually(() => toldHere > 0 && toldThere > 0)
    })

    test('tell of the return only once the state can be shared again', async ({ assert }) => {
      const clientOf = async ({ app }: Node) =>
        (await app.container.make('redis')).connection('main').ioConnection
      const [own, other] = [await clientOf(here), await clientOf(there)]
      const [channel, key, heard] = [unique(), unique(), [] as unknown[]]
      const told: boolean[] = []
      here.bus.onRestored(async () => {
        const said = await here.store.addMember(key, 'here', 60_000).then(...OUTCOME)
        told.push(said)
      })
      await here.bus.subscribe(channel, (payload) => void heard.push(payload))
      const { retryStrategy } = own.options
      own.options.retryStrategy = () => 600_000
      own.disconnect(true)
      await other.call('client', 'kill', 'type', 'pubsub')
      for (const round of [1, 2])
        await eventually(async () => {
          await there.bus.publish(channel, round)
          return heard.includes(round)
        })
      assert.deepEqual(told, [])
      own.options.retryStrategy = retryStrategy!
      await own.connect().catch(() => undefined)
      await eventually(() => told.length > 0)
      assert.isTrue(told[0])
      assert.deepEqual(await there.store.members(key), ['here'])
    })

    test('subscribe while lost and hear once Redis is back', async () => {
      const [channel, heard] = [unique(), [] as unknown[]]
      await pair.lose()
      await there.bus.subscribe(channel, (payload) => void heard.push(payload))
      await pair.regain()
      await eventually(async () => {
        await here.bus.publish(channel, 1)
        return heard.length > 0
      })
    })
  })
}
