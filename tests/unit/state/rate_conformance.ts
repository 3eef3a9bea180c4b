import { test } from '@japa/runner'
import { errors } from '@adonisjs/limiter'
import { SlidingLimiterStore } from '#kernel/rate_limit/sliding_limiter_store'
import { withinASecond } from '../../helpers/quickest.js'
import { suite, unique, type Start } from './pair.js'

/** What the gate and the limiter's store must do on every implementation. */
export function rateConformance(name: string, start: Start): void {
  gateConformance(name, start)
  limiterConformance(name, start)
}

function gateConformance(name: string, start: Start) {
  suite(`State on ${name} | gate`, start, (pair) => {
    test('let a burst of exactly the limit pass, over all nodes, and refuse the next', async ({
      assert,
    }) => {
      const bucket = { key: unique(), perSecond: 100 }
      const began = performance.now()
      const tries = Array.from({ length: 300 }, (_, index) =>
        (index % 2 ? pair().here : pair().there).gate.enter(bucket, [])
      )
      const passages = await Promise.all(tries)
      const seconds = Math.floor((performance.now() - began) / 1000)
      const refused = passages.filter((passage) => !passage.allowed)
      assert.isAtMost(refused.length, 200)
      assert.isAtLeast(refused.length, 200 - 100 * seconds)
      assert.isTrue(
        refused.every(({ retryAfterMs, remaining }) => retryAfterMs > 0 && remaining === 0)
      )
      assert.isTrue(
        refused.every(({ retryAfterMs, resetMs }) => retryAfterMs <= 1000 && resetMs <= 1000)
      )
    })

    test('count down what remains', async ({ assert }) => {
      const passages = await withinASecond(() => {
        const bucket = { key: unique(), perSecond: 3 }
        return Promise.all([
          pair().here.gate.enter(bucket, []),
          pair().there.gate.enter(bucket, []),
        ])
      })
      assert.sameMembers(
        passages.map(({ remaining }) => remaining),
        [2, 1]
      )
      assert.deepInclude(passages[0], { allowed: true, limit: 3, retryAfterMs: 0 })
      assert.approximately(passages[0]!.resetMs, 1000, 0.001)
    })

    test('keep buckets apart', async ({ assert }) => {
      const passages = await withinASecond(() => {
        const [full, other] = [unique(), unique()]
        const keys = [full, full, other]
        return Promise.all(keys.map((key) => pair().here.gate.enter({ key, perSecond: 1 }, [])))
      })
      assert.deepEqual(
        passages.map(({ allowed }) => allowed),
        [true, false, true]
      )
    })
  })
}

function limiterConformance(name: string, start: Start) {
  suite(`State on ${name} | limiter store`, start, (pair) => {
    const both = (options: {
      requests: number
      duration: number | string
      blockDuration?: number | string
    }) =>
      [pair().here, pair().there].map((node) => new SlidingLimiterStore(node.rateLog, options)) as [
        SlidingLimiterStore,
        SlidingLimiterStore,
      ]

    test('refuse beyond the limit with the exception of the limiter', async ({ assert }) => {
      const [here, there] = both({ requests: 2, duration: '1 minute' })
      const key = unique()
      assert.deepInclude({ ...(await here.consume(key)) }, { limit: 2, consumed: 1, remaining: 1 })
      await there.consume(key)
      const error = await here.consume(key).catch((thrown) => thrown)
      assert.instanceOf(error, errors.E_TOO_MANY_REQUESTS)
      assert.deepInclude({ ...error.response }, { limit: 2, consumed: 2, remaining: 0 })
      assert.isAbove(error.response.availableIn, 55)
    })

    test('consume several at once or none of them', async ({ assert }) => {
      const [here, there] = both({ requests: 5, duration: 60 })
      const key = unique()
      await here.consume(key, 4)
      await assert.rejects(() => there.consume(key, 2))
      assert.equal((await there.consume(key, 1)).remaining, 0)
    })

    test('lose no request of many at once', async ({ assert }) => {
      const [here, there] = both({ requests: 30, duration: 60 })
      const key = unique()
      const tries = Array.from({ length: 90 }, (_, index) =>
        (index % 2 ? here : there).consume(key)
      )
      const passed = (await Promise.allSettled(tries)).filter(
        ({ status }) => status === 'fulfilled'
      )
      assert.lengthOf(passed, 30)
    })

    test('increment beyond the limit, decrement to nothing, and tell', async ({ assert }) => {
      const [here, there] = both({ requests: 2, duration: 60 })
      const key = unique()
      assert.isNull(await there.get(key))
      assert.deepInclude({ ...(await here.increment(key, 3)) }, { consumed: 3, remaining: 0 })
      assert.equal((await there.get(key))?.consumed, 3)
      assert.equal((await there.decrement(key, 2)).consumed, 1)
      assert.equal((await here.decrement(key, 9)).consumed, 0)
    })

    test('set how many count, for how long', async ({ assert }) => {
      const [here, there] = both({ requests: 5, duration: 60 })
      const key = unique()
      assert.deepInclude(
        { ...(await here.set(key, 4, '2 minutes')) },
        { consumed: 4, remaining: 1 }
      )
      assert.isAbove((await there.get(key))!.availableIn, 110)
      await there.consume(key)
      await assert.rejects(() => here.consume(key))
    })

    test('block, and block whoever goes beyond', async ({ assert }) => {
      const [here, there] = both({ requests: 1, duration: 60, blockDuration: '5 minutes' })
      const [blocked, beyond] = [unique(), unique()]
      await here.block(blocked, '1 minute')
      await assert.rejects(() => there.consume(blocked))
      await here.consume(beyond)
      await assert.rejects(() => here.consume(beyond))
      assert.isAbove((await there.get(beyond))!.availableIn, 295)
    })

    test('delete a key with its block, and clear all', async ({ assert }) => {
      const [here, there] = both({ requests: 1, duration: 60 })
      const [first, second] = [unique(), unique()]
      await here.block(first, 60)
      assert.isTrue(await there.delete(first))
      assert.isFalse(await there.delete(first))
      await here.consume(first)
      await here.consume(second)
      await there.clear()
      assert.isNull(await here.get(first))
      await here.consume(second)
    })
  })
}
