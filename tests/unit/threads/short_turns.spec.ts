import { test } from '@japa/runner'
import { ShortTurns } from '#kernel/threads/short_turns'

/** Each look at the clock finds it so much later. */
function clockThatGoesBy(milliseconds: number) {
  let now = 0
  performance.now = () => (now += milliseconds)
  return () => void Reflect.deleteProperty(performance, 'now')
}

/** Whether others had their turn meanwhile. */
async function givesTurn(work: () => Promise<void>): Promise<boolean> {
  let had = false
  const other = setImmediate(() => (had = true))
  await work()
  clearImmediate(other)
  return had
}

test.group('Threads | short turns', () => {
  test('give way after what took long, and go on at once after what did not', async ({
    assert,
    cleanup,
  }) => {
    for (const [milliseconds, expected] of [
      [10, true],
      [1, false],
    ] as const) {
      const restore = clockThatGoesBy(milliseconds)
      cleanup(restore)
      const turns = new ShortTurns()
      assert.equal(await givesTurn(() => turns.pass()), expected)
    }
  })

  test('end what nobody waits for any more, even while others have their turn', async ({
    assert,
    cleanup,
  }) => {
    cleanup(clockThatGoesBy(10))
    const controller = new AbortController()
    const turns = new ShortTurns(controller.signal)
    await turns.pass()
    setImmediate(() => controller.abort(new Error('gone')))
    await assert.rejects(() => turns.pass(), 'gone')
    await assert.rejects(() => turns.pass(), 'gone')
  })
})
