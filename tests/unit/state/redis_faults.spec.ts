import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { VersionedCache } from '#kernel/state/versioned_cache'
import { eventually } from './eventually.js'
import { startNode, type Node } from './node.js'
import { redisIsTested, RedisServer } from './redis_server.js'

const ERROR = 50
const INFO = 30

let named = 0
const unique = () => `fault-${process.pid}-${++named}`

if (redisIsTested()) {
  test.group('State on Redis | losing Redis', (group) => {
    let server: RedisServer
    let here: Node
    let there: Node

    group.each.timeout(30_000)
    group.each.setup(async () => {
      server = await RedisServer.start()
      ;[here, there] = [await startNode(server.url), await startNode(server.url)]
      return async () => {
        server.thaw()
        await here.close()
        await there.close()
        await server.stop()
      }
    })

    const lose = async () => {
      await server.stop()
      await eventually(() => !here.status.connected && !there.status.connected)
    }
    const regain = async () => {
      await server.start()
      await eventually(() => here.status.connected && there.status.connected)
    }

    test('go on limiting, for this process alone, at no cost of waiting', async ({ assert }) => {
      await lose()
      const bucket = { key: unique(), perSecond: 100 }
      const began = performance.now()
      const tries = Array.from({ length: 300 }, () => here.gate.enter(bucket, [unique()]))
      const passages = await Promise.all(tries)
      assert.isBelow(performance.now() - began, 200)
      assert.lengthOf(
        passages.filter(({ allowed }) => allowed),
        100
      )
      assert.isTrue(passages.every(({ stamp }) => stamp === null))
      assert.isTrue((await there.gate.enter(bucket, [])).allowed)
    })

    test('never fail at the gate while Redis goes and comes', async ({ assert }) => {
      let [going, entered] = [true, 0]
      const client = (async () => {
        while (going) {
          const passage = await here.gate.enter({ key: unique(), perSecond: 5 }, ['user:1'])
          assert.isTrue(passage.allowed)
          entered++
          if (entered % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
        }
      })()
      await lose()
      await regain()
      going = false
      await client
      assert.isAbove(entered, 100)
      assert.isString((await here.gate.enter({ key: unique(), perSecond: 5 }, [])).stamp)
    })

    test('log the loss once and the return once', async ({ assert }) => {
      await lose()
      await Promise.all(
        Array.from({ length: 50 }, () => here.gate.enter({ key: unique(), perSecond: 5 }, []))
      )
      await regain()
      assert.lengthOf(
        here.log.filter(({ level }) => level === ERROR),
        1
      )
      assert.deepEqual(
        here.log.filter(({ level }) => level === INFO).map(({ msg }) => msg),
        ['Redis is back']
      )
    })

    test('tell health', async ({ assert }) => {
      assert.isTrue(here.status.shared)
      assert.isTrue(here.bus.connected)
      await lose()
      assert.isFalse(here.status.connected)
      assert.isFalse(here.bus.connected)
      await regain()
      assert.isTrue(here.status.connected)
    })

    test('refuse what must not be guessed with 503', async ({ assert }) => {
      await lose()
      const refusals = await Promise.allSettled([
        here.store.get('a'),
        here.store.set('a', '1', 1000),
        here.store.add('a', '1', 1000),
        here.store.take('a'),
        here.store.increment('a', 1000),
        here.store.members('a'),
        here.locks.run('a', { ttlMs: 1000, waitMs: 100 }, async () => null),
      ])
      const statuses = refusals.map((one) => (one.status === 'rejected' ? one.reason.status : 200))
      assert.deepEqual(statuses, Array(7).fill(503))
    })

    test('keep a limiter counting alone', async ({ assert }) => {
      await lose()
      const rule = { limit: 2, windowMs: 60_000 }
      const key = unique()
      const takes = [1, 2, 3].map(() => here.rateLog.take(key, rule, { amount: 1 }))
      const passed = (await Promise.all(takes)).map((reading) => reading.passed)
      assert.deepEqual(passed, [true, true, false])
      assert.equal((await here.rateLog.peek(key, rule))?.used, 2)
      await here.rateLog.giveBack(key, 1)
      await here.rateLog.fill(key, rule, 2, 60_000)
      await here.rateLog.block(key, 1000)
      assert.isTrue(await here.rateLog.delete(key))
      await here.rateLog.clear('fault')
    })

    test('answer no stamp while lost, and another one afterwards', async ({ assert }) => {
      const keys = [unique()]
      const before = await here.versions.read(keys)
      await lose()
      assert.isNull(await here.versions.read(keys))
      await regain()
      const after = await here.versions.read(keys)
      assert.isString(after)
      assert.notEqual(after, before)
    })

    test('make up for what was bumped during the loss', async ({ assert }) => {
      const cache = new VersionedCache<string>(10)
      const keys = [unique()]
      await lose()
      await here.versions.bump(...keys)
      await regain()
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
      await lose()
      await here.bus.publish(channel, 'lost')
      await eventually(() => heard.includes('here lost'))
      await regain()
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
      await lose()
      await here.bus.publish(unique(), 1)
      await regain()
      await eventually(() => toldHere > 0 && toldThere > 0)
    })

    test('subscribe while lost and hear once Redis is back', async () => {
      const [channel, heard] = [unique(), [] as unknown[]]
      await lose()
      await there.bus.subscribe(channel, (payload) => void heard.push(payload))
      await regain()
      await eventually(async () => {
        await here.bus.publish(channel, 1)
        return heard.length > 0
      })
    })

    test('wait a second at most for a Redis that hangs, and for nobody after that', async ({
      assert,
    }) => {
      await here.gate.enter({ key: unique(), perSecond: 5 }, [])
      server.freeze()
      const began = performance.now()
      const first = await here.gate.enter({ key: unique(), perSecond: 5 }, [])
      assert.isBelow(performance.now() - began, 2500)
      assert.deepInclude(first, { allowed: true, stamp: null })

      const next = performance.now()
      await here.gate.enter({ key: unique(), perSecond: 5 }, [])
      assert.isBelow(performance.now() - next, 200)
      assert.isFalse(here.status.connected)
      server.thaw()
      await eventually(() => here.status.connected, 15_000)
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

    test('end while Redis is lost', async ({ assert }) => {
      await lose()
      const began = performance.now()
      await here.close()
      await there.close()
      assert.isBelow(performance.now() - began, 3000)
    })
  })

  test.group('State on Redis | starting', (group) => {
    group.each.timeout(30_000)

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
