import { test } from '@japa/runner'
import { suite, unique, type StartPair } from './pair.js'

export function lockConformance(name: string, start: StartPair) {
  suite(`State on ${name} | locks`, start, (pair) => {
    test('never let two in at once', async ({ assert }) => {
      const key = unique()
      let [inside, most, done] = [0, 0, 0]
      const work = async () => {
        most = Math.max(most, ++inside)
        await pair().here.store.get(key)
        inside--
        done++
      }
      const options = { ttlMs: 120_000, waitMs: 60_000 }
      const tries = Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? pair().here : pair().there).locks.run(key, options, work)
      )
      await Promise.all(tries)
      assert.deepEqual([most, done], [1, 12])
    })

    test('refuse who would have to wait too long', async ({ assert }) => {
      const key = unique()
      const options = { ttlMs: 10_000, waitMs: 0 }
      await pair().here.locks.run(key, options, async () => {
        const other = pair().there.locks.run(key, options, async () => 'never')
        await assert.rejects(
          () => other,
          'Somebody else is at this right now, please try again later'
        )
      })
      assert.equal(await pair().there.locks.run(key, options, async () => 'free'), 'free')
    })

    test('free the lock of work that fails, and pass its error on', async ({ assert }) => {
      const key = unique()
      const options = { ttlMs: 10_000, waitMs: 0 }
      const failing = () =>
        pair().here.locks.run(key, options, async () => {
          throw new Error('on purpose')
        })
      await assert.rejects(failing, 'on purpose')
      assert.equal(await pair().there.locks.run(key, options, async () => 'free'), 'free')
    })
  })
}
