import { test } from '@japa/runner'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { Semaphore } from '#kernel/workers/semaphore'

const [ANN, BOB, EVE] = ['Ann', 'Bob', 'Eve']

test.group('Threads | waiting for a turn', () => {
  /** Somebody is inside; notes who comes after, in the order in which they do. */
  async function full(mostWaiting: number) {
    const semaphore = new Semaphore(1, mostWaiting)
    const entered: string[] = []
    await semaphore.enter()
    const wait = async (name: string, signal?: AbortSignal) => {
      await semaphore.enter(signal)
      entered.push(name)
    }
    return { semaphore, entered, wait }
  }

  test('let those in who wait, in their order', async ({ assert }) => {
    const { semaphore, entered, wait } = await full(3)
    const all = Promise.all([wait(ANN), wait(BOB), wait(EVE)])
    for (let left = 0; left < 3; left++) semaphore.leave()
    await all
    assert.deepEqual(entered, [ANN, BOB, EVE])
  })

  test('take whoever gives up out of the queue, and give their place to others', async ({
    assert,
  }) => {
    const { semaphore, entered, wait } = await full(2)
    const gone = new AbortController()
    const first = assert.rejects(() => wait(ANN, gone.signal), 'gone')
    const second = wait(BOB)
    await assert.rejects(() => wait(EVE), E_UNAVAILABLE)
    gone.abort(new Error('gone'))
    await first
    const third = wait(EVE)
    semaphore.leave()
    semaphore.leave()
    await Promise.all([second, third])
    assert.deepEqual(entered, [BOB, EVE])
  })

  test('let nobody in who gave up before', async ({ assert }) => {
    const semaphore = new Semaphore(1, 1)
    const gone = AbortSignal.abort(new Error('gone'))
    await assert.rejects(() => semaphore.enter(gone), 'gone')
    await semaphore.enter()
  })
})
