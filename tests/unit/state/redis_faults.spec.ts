import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { quickest } from '../../helpers/quickest.js'
import { Relay } from '../../helpers/relay.js'
import { eventually } from './eventually.js'
import { startNode, type Node } from './node.js'
import { RedisPair } from './redis_pair.js'
import { redisIsTested, type RedisServer } from './redis_server.js'

const ERROR = 50
const INFO = 30
/** Whoever waits for a Redis that is lost waits longer. */
const ONE_WAIT_MS = 950

let named = 0
const unique = () => `fault-${process.pid}-${++named}`

function standStill(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

if (redisIsTested()) {
  test.group('State on Redis | losing Redis', (group) => {
    let pair: RedisPair
    let server: RedisServer
    let here: Node
    let there: Node

    group.each.teardown(() => clock.restore())
    group.each.setup(async () => {
      pair = await RedisPair.start()
      ;({ server, here, there } = pair)
      return () => pair.close()
    })

    test('go on limiting, for this process alone, at no cost of waiting', async ({ assert }) => {
      await pair.lose()
      clock.stop()
      const took = await quickest(5, async () => {
        const bucket = { key: unique(), perSecond: 100 }
        const tries = Array.from({ length: 300 }, () => here.gate.enter(bucket, [unique()]))
        const passages = await Promise.all(tries)
        assert.lengthOf(
          passages.filter(({ allowed }) => allowed),
          100
        )
        assert.isTrue(passages.every(({ stamp }) => stamp === null))
        assert.isTrue((await there.gate.enter(bucket, [])).allowed)
      })
      assert.isBelow(took, ONE_WAIT_MS)
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
      await pair.lose()
      await pair.regain()
      going = false
      await client
      assert.isAbove(entered, 100)
      assert.isString((await here.gate.enter({ key: unique(), perSecond: 5 }, [])).stamp)
    })

    test('log the loss once and the return once', async ({ assert }) => {
      await pair.lose()
      await Promise.all(
        Array.from({ length: 50 }, () => here.gate.enter({ key: unique(), perSecond: 5 }, []))
      )
      await pair.regain()
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
      await pair.lose()
      assert.isFalse(here.status.connected)
      assert.isFalse(here.bus.connected)
      await pair.regain()
      assert.isTrue(here.status.connected)
    })

    test('refuse what must not be guessed with 503', async ({ assert }) => {
      await pair.lose()
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
      await pair.lose()
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

    test('wait a second at most for a Redis that hangs, and for nobody after that', async ({
      assert,
    }) => {
      await here.gate.enter({ key: unique(), perSecond: 5 }, [])
      server.freeze()
      const began = performance.now()
      const first = await here.gate.enter({ key: unique(), perSecond: 5 }, [])
      assert.isBelow(performance.now() - began, 30 * ONE_WAIT_MS)
      assert.deepInclude(first, { allowed: true, stamp: null })

      const next = () => here.gate.enter({ key: unique(), perSecond: 5 }, [])
      assert.isBelow(await quickest(5, next), ONE_WAIT_MS)
      assert.isFalse(here.status.connected)
      server.thaw()
      await eventually(() => here.status.connected)
    })

    test('hear again where Redis, or the way to it, went away without a word', async ({
      assert,
    }) => {
      const { hostname, port } = new URL(server.url)
      const relay = await Relay.to(hostname, Number(port))
      const far = await startNode(`redis://127.0.0.1:${relay.port}/1`)
      const [heard, restored]: [unknown[], number[]] = [[], []]
      await far.bus.subscribe('news', (news) => void heard.push(news))
      far.bus.onRestored(() => void restored.push(heard.length))
      await here.bus.publish('news', 'before')
      await eventually(() => heard.length === 1)

      relay.silence()
      relay.restore()
      await eventually(() => restored.length > 0)
      await here.bus.publish('news', 'after')
      await eventually(() => heard.includes('after'))
      assert.deepEqual(heard, ['before', 'after'])
      await far.close()
      await relay.close()
    })

    test('take no standstill of its own for one of Redis', async ({ assert }) => {
      const asked = [
        () => here.store.get(unique()),
        () => here.gate.enter({ key: unique(), perSecond: 5 }, []),
        () => here.locks.run(unique(), { ttlMs: 10_000, waitMs: 0 }, async () => null),
      ]
      for (const ask of asked) {
        const answer = ask()
        setImmediate(() => standStill(1_200))
        await answer
      }
      assert.isTrue(here.status.connected)
      assert.isEmpty(here.log)
    })

    test('end while Redis is lost', async ({ assert }) => {
      await pair.lose()
      const began = performance.now()
      await here.close()
      await there.close()
      assert.isBelow(performance.now() - began, 60_000)
    })
  })
}
