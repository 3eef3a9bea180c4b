import { setImmediate } from 'node:timers/promises'
import { test } from '@japa/runner'
import type { Refusal } from '#kernel/errors/main'
import { KeyedSemaphore, type KeyedSemaphoreOptions } from '#kernel/workers/main'

interface Case {
  title: string
  options: KeyedSemaphoreOptions
  /** Keys in the order in which they ask. */
  asked: string
  /** Keys in the order in which they start. */
  started: string
  /** How many run at the same time at most. */
  most: number
  refused?: number[]
}

const CASES: Case[] = [
  {
    title: 'run as many as the limit allows, in their order',
    options: { limit: 2 },
    asked: 'aaaa',
    started: 'aaaa',
    most: 2,
  },
  {
    title: 'run no more of one key than its limit allows',
    options: { limit: 3, limitPerKey: 1 },
    asked: 'aaab',
    started: 'abaa',
    most: 2,
  },
  {
    title: 'serve waiting keys round robin',
    options: { limit: 1 },
    asked: 'aaaabbc',
    started: 'aabcaba',
    most: 1,
  },
  {
    title: 'refuse a key whose queue is full with 429',
    options: { limit: 1, maxQueuePerKey: 1 },
    asked: 'aaab',
    started: 'aab',
    most: 1,
    refused: [429],
  },
  {
    title: 'refuse everybody with 503 when the whole queue is full',
    options: { limit: 1, maxQueue: 2 },
    asked: 'aabca',
    started: 'aab',
    most: 1,
    refused: [503, 503],
  },
  {
    title: 'refuse at once where nothing may wait',
    options: { limit: 2, limitPerKey: 1, maxQueuePerKey: 0 },
    asked: 'aabc',
    started: 'ab',
    most: 2,
    refused: [429, 429],
  },
]

test.group('Workers | keyed semaphore', () => {
  for (const { title, options, asked, started, most, refused = [] } of CASES)
    test(title, async ({ assert }) => {
      const semaphore = new KeyedSemaphore(options)
      const order: string[] = []
      let running = 0
      let highest = 0
      const work = (key: string) => async () => {
        order.push(key)
        highest = Math.max(highest, (running += 1))
        await setImmediate()
        running -= 1
      }
      const all = [...asked].map((key) => semaphore.run(key, work(key)))
      const results = await Promise.allSettled(all)
      assert.equal(order.join(''), started)
      assert.equal(highest, most)
      const refusals = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason as Refusal] : []
      )
      const statuses = refusals.map(({ status }) => status)
      assert.deepEqual(statuses, refused)
      for (const { headers } of refusals) assert.equal(headers!['Retry-After'], '5')
    })

  test('remove aborted work from the queue', async ({ assert }) => {
    const semaphore = new KeyedSemaphore({ limit: 1, maxQueue: 1 })
    const release = await semaphore.acquire('a')
    const leaving = new AbortController()
    const aborted = assert.rejects(() => semaphore.acquire('b', leaving.signal), 'gone')
    leaving.abort(new Error('gone'))
    await aborted
    const next = semaphore.run('c', async () => 'done')
    release()
    release()
    assert.equal(await next, 'done')
    await assert.rejects(() => semaphore.acquire('b', leaving.signal), 'gone')
    await semaphore.acquire('b')
  })

  test('go on after work that fails', async ({ assert }) => {
    const semaphore = new KeyedSemaphore({ limit: 1 })
    const failing = semaphore.run('a', () => Promise.reject(new Error('on purpose')))
    const next = semaphore.run('b', async () => 'done')
    await assert.rejects(() => failing, 'on purpose')
    assert.equal(await next, 'done')
  })
})
