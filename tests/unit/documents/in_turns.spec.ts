import { test } from '@japa/runner'
import { around } from '../../../app/plugins/documents/live/around.js'
import { inTurns } from '../../../app/plugins/documents/live/in_turns.js'

test.group('Documents | in turns', () => {
  test('take so many of each queue, and go on with the others where one ends', ({ assert }) => {
    const queues = [['a', 'b', 'c', 'd', 'e'], ['A'], ['1', '2', '3']]
    assert.equal(inTurns(queues, [3, 1, 1]).join(''), 'abcA1de23')
    assert.deepEqual(inTurns([[], []], [1, 1]), [])
  })

  test('go around once from any place', async ({ assert }) => {
    const ids = [1, 3, 5, 7, 9]
    for (const place of [0, 1, 4, 9, 20]) {
      const seen: number[] = []
      const find = async ({ after = 0, upTo = Infinity }) =>
        ids
          .filter((id) => id > after && id <= upTo)
          .slice(0, 2)
          .map((id) => ({ id }))
      for await (const batch of around(place, find)) seen.push(...batch.map(({ id }) => id))
      const first = ids.filter((id) => id > place)
      assert.deepEqual(seen, [...first, ...ids.filter((id) => id <= place)])
    }
  })
})
