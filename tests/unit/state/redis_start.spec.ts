import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { eventually } from './eventually.js'
import { startNode } from './node.js'
import { redisIsTested, RedisServer } from './redis_server.js'

let named = 0
const unique = () => `start-${process.pid}-${++named}`

if (redisIsTested()) {
  test.group('State on Redis | starting', () => {
    test('start without Redis, and find it when it comes', async ({ assert, cleanup }) => {
      const server = await RedisServer.start()
      await server.stop()
      const node = await startNode(server.url)
      cleanup(async () => {
        await node.close()
        await server.stop()
      })
      assert.isFalse(node.status.connected)
      assert.isNull((await node.gate.enter({ key: unique(), perSecond: 5 }, [])).stamp)
      await server.start()
      await eventually(() => node.status.connected)
    })

    test('agree on the time with a node whose own clock is a minute off', async ({
      assert,
      cleanup,
    }) => {
      const server = await RedisServer.start()
      const realNow = Date.now
      const before = clock.offset
      cleanup(async () => {
        Date.now = realNow
        clock.correct(before)
        await server.stop()
      })
      Date.now = () => realNow() - 60_000
      const node = await startNode(server.url)
      await eventually(() => Math.abs(clock.now() - realNow()) < 500)
      assert.approximately(clock.offset, 60_000, 500)
      await node.close()
    })

    test('keep messages of another database of the same Redis apart', async ({
      assert,
      cleanup,
    }) => {
      const server = await RedisServer.start()
      const nodes = [await startNode(server.url), await startNode(server.url.replace('/1', '/2'))]
      cleanup(async () => {
        for (const node of nodes) await node.close()
        await server.stop()
      })
      const heard: unknown[] = []
      await nodes[0]!.bus.subscribe('shared', (payload) => void heard.push(payload))
      await nodes[1]!.bus.publish('shared', 'of database 2')
      await nodes[0]!.bus.publish('shared', 'of database 1')
      await eventually(() => heard.length > 0)
      assert.deepEqual(heard, ['of database 1'])
    })
  })
}
