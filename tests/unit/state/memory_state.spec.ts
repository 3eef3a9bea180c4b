import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { MemoryStore } from '#kernel/state/memory/memory_store'
import { conformance } from './conformance.js'
import { startNode } from './node.js'

const start = async () => {
  const alone = await startNode()
  return { here: alone, there: alone, close: () => alone.close() }
}

conformance('this process', start)

test.group('State on this process | large sets', () => {
  test('cost no more to grow than small ones, and let their members end', async ({
    assert,
    cleanup,
  }) => {
    clock.stop()
    cleanup(() => clock.restore())
    const store = new MemoryStore()
    for (let member = 0; member < 200_000; member++)
      await store.addMember('all', `${member}`, member < 100_000 ? 1_000 : 2_000)
    assert.lengthOf(await store.members('all'), 200_000)
    clock.travel(1_500)
    await store.addMember('all', 'late', 100)
    assert.lengthOf(await store.members('all'), 100_001)
    clock.travel(500)
    assert.isEmpty(await store.members('all'))
  }).timeout(30_000)
})
