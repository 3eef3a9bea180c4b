import { test } from '@japa/runner'
import { RedisLink } from '#kernel/state/redis/redis_link'
import { RedisMemory } from '#kernel/state/redis/redis_memory'
import { eventually } from './eventually.js'
import { startNode, type Node } from './node.js'
import { RedisAdmin } from './redis_admin.js'
import { redisIsTested } from './redis_server.js'

const WARN = 40
const warnings = ({ log }: Node) => log.filter(({ level }) => level === WARN).map(({ msg }) => msg)

if (redisIsTested()) {
  test.group('State on Redis | a Redis that evicts keys', (group) => {
    let redis: RedisAdmin
    group.each.setup(async () => {
      redis = await RedisAdmin.start('~* &* +@all')
      return () => redis.close()
    })

    test('say at the start that it may, with the remedy, and once', async ({ assert }) => {
      await redis.call('CONFIG SET maxmemory 100mb')
      await redis.call('CONFIG SET maxmemory-policy allkeys-lru')
      const node = await startNode(redis.urlOf(1))
      assert.lengthOf(warnings(node), 1)
      assert.match(warnings(node)[0]!, /maxmemory-policy.*allkeys-lru.*noeviction/)
      await redis.call('CLIENT KILL USER app')
      await eventually(() => !node.status.connected)
      await eventually(() => node.status.connected)
      await node.status.settled()
      assert.lengthOf(warnings(node), 1)
      await node.close()
    })

    test('say nothing where {why}')
      .with([
        { why: 'it does not evict', lines: ['CONFIG SET maxmemory 100mb'] },
        { why: 'its memory has no bound', lines: ['CONFIG SET maxmemory-policy allkeys-lru'] },
        {
          why: 'it may not be asked',
          lines: [
            'CONFIG SET maxmemory 100mb',
            'CONFIG SET maxmemory-policy allkeys-lru',
            'ACL SETUSER app -info',
          ],
        },
      ])
      .run(async ({ assert }, { lines }) => {
        for (const line of lines) await redis.call(line)
        const node = await startNode(redis.urlOf(1))
        assert.isTrue(node.status.connected)
        assert.isEmpty(node.log)
        await node.close()
      })

    test('say once that it does, until it has stopped', async ({ assert }) => {
      const node = await startNode(redis.urlOf(1))
      const link = await node.app.container.make(RedisLink)
      const memory = new RedisMemory(link, await node.app.container.make('logger'))
      const evict = async () => {
        await redis.call(`SET ballast ${'x'.repeat(300_000)}`)
        await redis.call('CONFIG SET maxmemory-policy allkeys-random')
        await redis.call('CONFIG SET maxmemory 1')
        await redis.call('CONFIG SET maxmemory 0')
      }
      await memory.look()
      for (const round of [1, 2]) {
        for (let time = 0; time < 3; time++) {
          await evict()
          await memory.look()
        }
        assert.lengthOf(warnings(node), round)
        assert.match(warnings(node).at(-1)!, /has evicted \d+ keys.*noeviction/)
        await memory.look()
      }
      await node.close()
    })
  })
}
