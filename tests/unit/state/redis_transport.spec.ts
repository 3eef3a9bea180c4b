import { test } from '@japa/runner'
import { Bus } from '@boringnode/bus'
import { LastingRedisTransport } from '#kernel/state/main'
import { eventually } from './eventually.js'
import { startNode, type Node } from './node.js'
import { redisIsTested, RedisServer } from './redis_server.js'

const CHANNEL = 'chancery:1:transmit'

type Cleanup = (undo: () => Promise<void> | void) => void

/** Two ends of one channel, as `@adonisjs/transmit` uses its transport, and what the second hears. */
async function ends(server: RedisServer, cleanup: Cleanup) {
  const node: Node = await startNode(server.url)
  cleanup(() => node.close())
  const redis = (await node.app.container.make('redis')).connection('main')
  const [sender, receiver] = [1, 2].map(
    () => new Bus(new LastingRedisTransport(redis.ioConnection), { retryQueue: { enabled: true } })
  )
  const heard: unknown[] = []
  const listen = () => receiver!.subscribe(CHANNEL, (payload) => void heard.push(payload))
  return { redis, sender: sender!, receiver: receiver!, heard, listen }
}

if (redisIsTested()) {
  test.group('State on Redis | transport of broadcasts', () => {
    test('carry messages again once Redis is back, and end while it is lost', async ({
      assert,
      cleanup,
    }) => {
      const server = await RedisServer.start()
      cleanup(() => server.stop())
      const { redis, sender, receiver, heard, listen } = await ends(server, cleanup)
      await listen()
      await server.stop()
      await eventually(() => redis.status !== 'ready')
      await server.start()
      await eventually(async () => {
        await sender.publish(CHANNEL, 'back')
        return heard.length > 0
      })
      assert.equal(heard[0], 'back')

      await server.stop()
      await eventually(() => redis.status !== 'ready')
      void sender.publish(CHANNEL, 'never')
      await Promise.all([sender.disconnect(), receiver.disconnect()])
    })

    test('ask again for a subscription that Redis refuses', async ({ assert, cleanup }) => {
      const server = await RedisServer.start()
      cleanup(() => server.stop())
      const { redis, sender, receiver, heard, listen } = await ends(server, cleanup)
      cleanup(async () => void (await Promise.all([sender.disconnect(), receiver.disconnect()])))
      const grant = (channels: string) =>
        redis.ioConnection.call('ACL', 'SETUSER', 'default', channels)
      await eventually(() => redis.status === 'ready')
      await grant('resetchannels')
      const listening = listen()
      await assert.rejects(() => redis.ioConnection.publish(CHANNEL, ''), /NOPERM/)
      await grant('allchannels')
      await listening
      await sender.publish(CHANNEL, 'granted')
      await eventually(() => heard.length > 0)
      assert.deepEqual(heard, ['granted'])
    })
  })
}
