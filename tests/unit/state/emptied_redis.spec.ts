import { test } from '@japa/runner'
import { RedisLink } from '#kernel/state/redis/redis_link'
import { RedisMark } from '#kernel/state/redis/redis_mark'
import { eventually } from './eventually.js'
import { startNode, type Node } from './node.js'
import { RedisAdmin } from './redis_admin.js'
import { redisIsTested } from './redis_server.js'

const WARN = 40
const warnings = ({ log }: Node) => log.filter(({ level }) => level === WARN).map(({ msg }) => msg)

async function markOf({ app }: Node): Promise<RedisMark> {
  const [link, logger] = await Promise.all([
    app.container.make(RedisLink),
    app.container.make('logger'),
  ])
  const mark = new RedisMark(link, logger)
  await mark.look()
  return mark
}

if (redisIsTested()) {
  test.group('State on Redis | a Redis that is emptied', (group) => {
    let redis: RedisAdmin
    group.each.setup(async () => {
      redis = await RedisAdmin.start('~* &* +@all')
      return () => redis.close()
    })

    test('say on each node, once for each time, what was lost with it', async ({ assert }) => {
      const nodes = [await startNode(redis.urlOf(1)), await startNode(redis.urlOf(1))]
      const marks = await Promise.all(nodes.map(markOf))
      const look = async () => {
        for (const mark of marks) await mark.look()
      }
      for (const round of [1, 2]) {
        await redis.call('FLUSHALL')
        await look()
        await look()
        for (const node of nodes) {
          assert.lengthOf(warnings(node), round)
          assert.match(warnings(node).at(-1)!, /^Redis was emptied.*limits.*persist Redis/)
        }
      }
      for (const node of nodes) await node.close()
    })

    test('say it once it is back, where it forgot all as it restarted', async ({ assert }) => {
      const node = await startNode(redis.urlOf(1))
      await redis.call('FLUSHALL')
      await redis.call('CLIENT KILL USER app')
      await eventually(() => warnings(node).length > 0)
      assert.lengthOf(warnings(node), 1)
      await node.close()
    })

    test('say nothing while it keeps what it has, nor where it may not be asked', async ({
      assert,
    }) => {
      const node = await startNode(redis.urlOf(1))
      const mark = await markOf(node)
      await mark.look()
      assert.isEmpty(node.log)
      await redis.call('ACL SETUSER app -set -get -pexpire')
      await redis.call('FLUSHALL')
      await mark.look()
      assert.isEmpty(node.log)
      await node.close()
    })
  })
}
