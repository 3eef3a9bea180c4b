import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { Relay } from '../../helpers/relay.js'
import { eventually } from './eventually.js'
import { startNode, type Node } from './node.js'
import { RedisPair } from './redis_pair.js'
import { redisIsTested, RedisServer } from './redis_server.js'

const ERROR = 50
const INFO = 30

let named = 0
const unique = () => `refused-${process.pid}-${++named}`

if (redisIsTested()) {
  test.group('State on Redis | a Redis that refuses', (group) => {
    let here: Node

    group.each.teardown(() => clock.restore())
    group.each.setup(async () => {
      const pair = await RedisPair.start()
      ;({ here } = pair)
      return () => pair.close()
    })

    test('fall back when Redis answers but refuses, and log that once', async ({ assert }) => {
      const redis = await here.app.container.make('redis')
      const maxmemory = (bytes: string) =>
        redis.connection('main').config('SET', 'maxmemory', bytes)
      await maxmemory('1')
      const passages = await Promise.all(
        Array.from({ length: 20 }, () => here.gate.enter({ key: unique(), perSecond: 5 }, []))
      )
      assert.isTrue(passages.every(({ allowed, stamp }) => allowed && stamp === null))
      assert.isFalse(here.status.connected)
      await maxmemory('0')
      await eventually(
        async () => (await here.gate.enter({ key: unique(), perSecond: 5 }, [])).stamp !== null
      )
      assert.isTrue(here.status.connected)
      assert.lengthOf(
        here.log.filter(({ level }) => level === ERROR),
        1
      )
    })

    test('find the one that has taken its place while the connection stays', async ({ assert }) => {
      const [first, second] = [await RedisServer.start(), await RedisServer.start()]
      const relay = await Relay.to('127.0.0.1', first.port)
      const node = await startNode(`redis://127.0.0.1:${relay.port}/1`)
      await node.store.set('any', '1', 60_000)
      relay.lead(second.port)
      const redis = (await node.app.container.make('redis')).connection('main')
      await redis.ioConnection.call('REPLICAOF', '127.0.0.1', String(second.port))
      await assert.rejects(() => node.store.set('any', '2', 60_000))
      assert.isFalse(node.status.connected)
      await eventually(async () => {
        await node.store.get('any').catch(() => undefined)
        return node.status.connected
      })
      await node.store.set('any', '3', 60_000)
      await node.close()
      await relay.close()
      await Promise.all([first.stop(), second.stop()])
    })

    test('take no answered read for a return while writes are refused: {why}')
      .with([
        {
          why: 'no memory',
          refuse: ['CONFIG', 'SET', 'maxmemory', '1'],
          take: ['CONFIG', 'SET', 'maxmemory', '0'],
        },
        {
          why: 'a replica',
          refuse: ['REPLICAOF', '127.0.0.1', '1'],
          take: ['REPLICAOF', 'NO', 'ONE'],
        },
      ])
      .run(async ({ assert }, { refuse, take }) => {
        const redis = (await here.app.container.make('redis')).connection('main')
        const call = ([name, ...rest]: string[]) => redis.ioConnection.call(name!, ...rest)
        await call(refuse)
        for (let turn = 0; turn < 10; turn++) {
          await here.gate.enter({ key: unique(), perSecond: 5 }, [])
          await here.store.get('any')
          clock.travel(2_000)
          assert.isFalse(here.status.connected)
        }
        assert.deepEqual(
          here.log.map(({ level }) => level),
          [ERROR]
        )
        await call(take)
        await eventually(async () => {
          clock.travel(2_000)
          await here.store.get('any')
          return here.status.connected
        })
        assert.deepEqual(
          here.log.map(({ level }) => level),
          [ERROR, INFO]
        )
      })

    test('give no stamp that could be outdated while it is not come back to', async ({
      assert,
    }) => {
      const redis = (await here.app.container.make('redis')).connection('main')
      const room = (bytes: string) => redis.config('SET', 'maxmemory', bytes)
      const enter = () => here.gate.enter({ key: unique(), perSecond: 5 }, ['role:1'])
      const [before] = [await here.versions.read(['role:1']), await enter()]
      assert.isNotNull(before)
      for (const bytes of ['1', '0', '1', '0']) {
        await room(bytes)
        await enter()
      }
      assert.isFalse(here.status.connected)
      assert.deepInclude(await enter(), { allowed: true, stamp: null })
      assert.isNull(await here.versions.read(['role:1']))
      clock.travel(60_000)
      await eventually(async () => (await enter()).stamp !== null)
      assert.notEqual(await here.versions.read(['role:1']), before)
    })

    test('come back the less often, the sooner writes are refused again', async ({ assert }) => {
      const redis = (await here.app.container.make('redis')).connection('main')
      const room = (bytes: string) => redis.config('SET', 'maxmemory', bytes)
      const goOn = async () => {
        clock.travel(1_100)
        await here.store.get('any')
        await here.gate.enter({ key: unique(), perSecond: 5 }, [])
      }
      const [seconds, half] = [300, 5]
      for (let second = 0; second < seconds; second++) {
        if (second % half === 0) await room((second / half) % 2 === 0 ? '1' : '0')
        await goOn()
      }
      assert.isBelow(here.log.filter(({ level }) => level === ERROR).length, 12)

      await room('0')
      for (let second = 0; second < 130 && !here.status.connected; second++) await goOn()
      assert.isTrue(here.status.connected)
      clock.travel(3_600_000)
      await room('1')
      await goOn()
      assert.isFalse(here.status.connected)
      await room('0')
      await eventually(async () => {
        await goOn()
        return here.status.connected
      })
    })
  })
}
