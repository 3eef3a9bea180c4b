import { once } from 'node:events'
import { RedisConnection } from '@adonisjs/redis'
import { test } from '@japa/runner'
import { endConnection } from '#kernel/state/redis/redis_link'
import { redisOptions } from '#kernel/state/redis/redis_options'
import { redisIsTested, RedisServer } from './redis_server.js'

const clientOf = (url: string) => new RedisConnection('ending', redisOptions(url)).ioConnection

test.group('State on Redis | ending', (group) => {
  if (!redisIsTested()) return

  let server: RedisServer
  group.setup(async () => {
    server = await RedisServer.start()
    return () => server.stop()
  })

  test('have ended it where it is {status}')
    .with([
      { status: 'connecting', until: [] },
      { status: 'connect', until: ['connect'] },
      { status: 'ready', until: ['connect', 'ready'] },
    ])
    .run(async ({ assert }, { status, until }) => {
      const client = clientOf(server.url)
      for (const event of until) await once(client, event)
      assert.equal(client.status, status)
      await endConnection(client)
      assert.equal(client.status, 'end')
    })
})
