import { test } from '@japa/runner'
import { eventually } from '../../eventually.js'
import { suite, unique, type StartPair } from './pair.js'

export function storeConformance(name: string, start: StartPair) {
  suite(`State on ${name} | store`, start, (pair) => {
    test('answer null for what was never set', async ({ assert }) => {
      assert.isNull(await pair().here.store.get(unique()))
      assert.isNull(await pair().here.store.take(unique()))
    })

    test('show every node what one has set', async ({ assert }) => {
      const key = unique()
      await pair().here.store.set(key, 'snow ☃', 60_000)
      assert.equal(await pair().there.store.get(key), 'snow ☃')
      await pair().there.store.delete(key)
      assert.isNull(await pair().here.store.get(key))
    })

    test('answer many at once, in their order, with null for what is not there', async ({
      assert,
    }) => {
      const [one, none, other] = [unique(), unique(), unique()]
      await pair().here.store.set(one, 'one', 60_000)
      await pair().here.store.set(other, 'other', 60_000)
      const { store } = pair().there
      assert.deepEqual(await store.getMany([other, none, one, other]), [
        'other',
        null,
        'one',
        'other',
      ])
      assert.deepEqual(await store.getMany([]), [])
    })

    test('forget a value when its time is up', async () => {
      const key = unique()
      await pair().here.store.set(key, 'short', 30)
      await eventually(async () => (await pair().there.store.get(key)) === null)
    })

    test('add only where nothing is', async ({ assert }) => {
      const key = unique()
      const tries = Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? pair().here : pair().there).store.add(key, String(index), 60_000)
      )
      assert.lengthOf((await Promise.all(tries)).filter(Boolean), 1)
    })

    test('add again once the first has ended', async () => {
      const key = unique()
      await pair().here.store.add(key, 'first', 20)
      await eventually(() => pair().there.store.add(key, 'second', 60_000))
    })

    test('give a value to exactly one of many that take it at once', async ({ assert }) => {
      const key = unique()
      await pair().here.store.set(key, 'ticket', 60_000)
      const tries = Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? pair().here : pair().there).store.take(key)
      )
      const taken = (await Promise.all(tries)).filter((value) => value !== null)
      assert.deepEqual(taken, ['ticket'])
    })

    test('lose no increment of many at once', async ({ assert }) => {
      const key = unique()
      const tries = Array.from({ length: 200 }, (_, index) =>
        (index % 2 ? pair().here : pair().there).store.increment(key, 60_000)
      )
      const sums = await Promise.all(tries)
      assert.sameMembers(
        sums,
        Array.from({ length: 200 }, (_, index) => index + 1)
      )
    })

    test('count by what it is told, down too', async ({ assert }) => {
      const key = unique()
      assert.equal(await pair().here.store.increment(key, 60_000, 5), 5)
      assert.equal(await pair().there.store.increment(key, 60_000, -2), 3)
      assert.equal(await pair().here.store.get(key), '3')
    })

    test('end a counter by the time of its first increment', async () => {
      const key = unique()
      await pair().here.store.increment(key, 60)
      await eventually(async () => (await pair().here.store.increment(key, 60_000)) === 1)
    })
  })
}
