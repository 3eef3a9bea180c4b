import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { test } from '@japa/runner'
import { nextParsing } from '#kernel/http/read_body'

test.group('HTTP | bodies that arrive together', () => {
  test('are parsed one in each turn of the event loop', async ({ assert }) => {
    const bodies = ['a', 'b', 'c']
    const parsed: string[] = []
    for (const name of bodies) void nextParsing().then(() => parsed.push(name))
    while (parsed.length < bodies.length) {
      const before = parsed.length
      await nextLoopTurn()
      assert.isAtMost(parsed.length - before, 1)
    }
    assert.deepEqual(parsed, bodies)
  })
})
