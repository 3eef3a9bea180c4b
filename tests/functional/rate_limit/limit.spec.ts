import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import { redisIsTested, RedisServer } from '#tests/unit/state/redis_server'
import { HttpNode } from './http_node.js'

const passed = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length

test.group('Rate limit | one node', (group) => {
  let node: HttpNode
  group.each.setup(async () => {
    node = await HttpNode.start({ perSecond: 20 })
    clock.stop()
    return async () => {
      clock.restore()
      await node.close()
    }
  })

  test('answer every request with the limit and what remains of it', async ({ assert }) => {
    const { status, headers } = await node.get()
    assert.equal(status, 200)
    assert.containsSubset(headers, { 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '19' })
    assert.equal(Date.parse(headers['x-ratelimit-reset'] as string), clock.now() + 1000)
    assert.isUndefined(headers['retry-after'])
  })

  test('refuse the request beyond the limit with 429 and when to come again', async ({
    assert,
  }) => {
    assert.equal(passed(await node.statuses(20)), 20)
    const { status, headers, body } = await node.get()
    assert.equal(status, 429)
    assert.equal(headers['retry-after'], '1')
    assert.containsSubset(headers, { 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '0' })
    assert.deepEqual(body, {
      code: 429,
      message: 'Too many requests, please try again later',
      data: { reason: 'E_TOO_MANY_REQUESTS' },
    })
  })

  test('let exactly the limit of many at once pass', async ({ assert }) => {
    assert.equal(passed(await node.statuses(60)), 20)
  })

  test('count traffic with a bucket of its own there', async ({ assert }) => {
    node.buckets.claim((request) => {
      return request.header('x-server') ? { key: 'server:documents', perSecond: 40 } : null
    })
    assert.equal(passed(await node.statuses(50, { 'x-server': '1' })), 40)
    assert.equal(passed(await node.statuses(30)), 20)
  })

  test('answer a throttle of the limiter in the same way', async ({ assert }) => {
    const throttled = () => node.get({}, '127.0.0.1', '/throttled')
    assert.equal((await throttled()).status, 200)
    const { status, headers, body } = await throttled()
    assert.equal(status, 429)
    assert.deepEqual(body.data, { reason: 'E_TOO_MANY_REQUESTS' })
    assert.equal(headers['retry-after'], '60')
    assert.equal(headers['x-ratelimit-limit'], '1')
  })

  test('bring along the stamp of what the request will need', async ({ assert }) => {
    const stamp = async () => (await node.get({ 'x-session': '7' })).body.data?.stamp
    const before = await stamp()
    assert.equal(await stamp(), before)
    await node.state.versions.bump('session:8')
    assert.equal(await stamp(), before)
    await node.state.versions.bump('session:7')
    assert.notEqual(await stamp(), before)
  })
})

if (redisIsTested()) {
  test.group('Rate limit | two nodes on one Redis', (group) => {
    let server: RedisServer
    let nodes: [HttpNode, HttpNode]
    group.each.setup(async () => {
      server = await RedisServer.start()
      const options = { perSecond: 20, redisUrl: server.url }
      nodes = [await HttpNode.start(options), await HttpNode.start(options)]
      return async () => {
        clock.restore()
        for (const node of nodes) await node.close()
        await server.stop()
      }
    })

    test('hold one limit over both', async ({ assert }) => {
      const began = performance.now()
      const statuses = await Promise.all(nodes.map((node) => node.statuses(40)))
      const seconds = Math.floor((performance.now() - began) / 1000)
      assert.isAtLeast(passed(statuses.flat()), 20)
      assert.isAtMost(passed(statuses.flat()), 20 * (seconds + 1))
    })

    test('show the one what the other has bumped', async ({ assert }) => {
      const stamp = async () => (await nodes[1].get({ 'x-session': '7' })).body.data?.stamp
      const before = await stamp()
      await nodes[0].state.versions.bump('session:7')
      assert.notEqual(await stamp(), before)
    })

    test('hold a limit for each node while Redis is lost, and answer no 500', async ({
      assert,
    }) => {
      await nodes[0].get()
      await server.stop()
      clock.stop()
      const statuses = await Promise.all(nodes.map((node) => node.statuses(60)))
      assert.sameMembers([...new Set(statuses.flat())], [200, 429])
      assert.deepEqual(statuses.map(passed), [20, 20])
      assert.isNull((await nodes[0].get({ 'x-session': '7' })).body.data?.stamp ?? null)
    })
  })
}
