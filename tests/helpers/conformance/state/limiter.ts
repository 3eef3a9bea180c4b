import { test } from '@japa/runner'
import { withinASecond } from '../../quickest.js'
import { suite, unique, type StartPair } from './pair.js'

export function limiterConformance(name: string, start: StartPair): void {
  suite(`State on ${name} | request limiter`, start, (pair) => {
    test('let a burst of exactly the limit pass, over all nodes, and refuse the next', async ({
      assert,
    }) => {
      const bucket = { key: unique(), perSecond: 100 }
      const began = performance.now()
      const tries = Array.from({ length: 300 }, (_, index) =>
        (index % 2 ? pair().here : pair().there).limiter.enter(bucket, [])
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
          pair().here.limiter.enter(bucket, []),
          pair().there.limiter.enter(bucket, []),
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
        return Promise.all(keys.map((key) => pair().here.limiter.enter({ key, perSecond: 1 }, [])))
      })
      assert.deepEqual(
        passages.map(({ allowed }) => allowed),
        [true, false, true]
      )
    })
  })
}
