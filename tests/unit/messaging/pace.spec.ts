import { test } from '@japa/runner'
import { Pace } from '../../../app/plugins/messaging/frames/pace.js'

/** Longer than half of what one turn has for frames. */
const ONE_FRAME_MS = 3

function work(): void {
  const end = performance.now() + ONE_FRAME_MS
  while (performance.now() < end);
}

test.group('Messaging | pace', () => {
  test('let other work in between, however many have frames waiting', async ({ assert }) => {
    const pace = new Pace()
    let handled = 0
    let mostInOneTurn = 0
    let over = false
    const look = () => {
      mostInOneTurn = Math.max(mostInOneTurn, handled)
      handled = 0
      if (!over) setImmediate(look)
    }
    setImmediate(look)

    const socket = async () => {
      for (let frame = 0; frame < 3; frame++) {
        while (pace.isSpent) await pace.next()
        work()
        handled += 1
        await null
      }
    }
    await Promise.all(Array.from({ length: 20 }, socket))
    over = true
    assert.isAtMost(mostInOneTurn, 4)
  })
})
