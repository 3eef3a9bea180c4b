import { test } from '@japa/runner'
import { suite, unique, type StartPair } from './pair.js'

export function slotConformance(name: string, start: StartPair) {
  suite(`State on ${name} | slots`, start, (pair) => {
    test('give out no more than there are, over all nodes', async ({ assert }) => {
      const key = unique()
      const first = await pair().here.slots.take(key, 2)
      assert.isNotNull(await pair().there.slots.take(key, 2))
      assert.isNull(await pair().here.slots.take(key, 2))
      assert.isNull(await pair().there.slots.take(key, 2))
      await first!()
      assert.isNotNull(await pair().there.slots.take(key, 2))
    })

    test('give exactly the last one to one of many who ask a node at once', async ({ assert }) => {
      const key = unique()
      const tries = Array.from({ length: 40 }, () => pair().here.slots.take(key, 3))
      assert.lengthOf((await Promise.all(tries)).filter(Boolean), 3)
    })

    test('count what is given back once', async ({ assert }) => {
      const key = unique()
      const release = await pair().here.slots.take(key, 1)
      await release!()
      assert.isNotNull(await pair().here.slots.take(key, 1))
      await release!()
      assert.isNull(await pair().here.slots.take(key, 1))
    })
  })
}
