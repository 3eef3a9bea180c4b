import { test } from '@japa/runner'
import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { CostlyWork } from '#kernel/rate_limit/main'
import { freshName } from '../../helpers/accounts.js'

function costlyWork(bounds: { most: number; atOnce: number }) {
  const texts = { spent: 'Too often', busy: 'Still busy' }
  return new CostlyWork({ name: freshName('test:work'), duration: '1 minute', ...texts, ...bounds })
}

async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  const refused: unknown = await work.catch((error: unknown) => error)
  return refused instanceof E_TOO_MANY_REQUESTS ? refused.message : undefined
}

test.group('Rate limit | costly work', () => {
  test('do a few of one person at a time, others beside them', async ({ assert }) => {
    const work = costlyWork({ most: 100, atOnce: 2 })
    const { promise, resolve } = Promise.withResolvers<string>()
    const underWay = [work.during(1, () => promise), work.during(1, () => promise)]
    const refusal = await refusalOf(work.during(1, async () => 'third'))
    assert.equal(refusal, 'Still busy; try again in a moment')
    assert.equal(await work.during(2, async () => 'other'), 'other')

    resolve('done')
    assert.deepEqual(await Promise.all(underWay), ['done', 'done'])
    assert.equal(await work.during(1, async () => 'next'), 'next')
  })

  test('give the place back where the work fails', async ({ assert }) => {
    const work = costlyWork({ most: 100, atOnce: 1 })
    const failing = () => work.during(1, () => Promise.reject(new Error('failed')))
    for (let round = 0; round < 3; round++) await assert.rejects(failing, 'failed')
  })

  test('do no more in a while, and nothing of what is refused', async ({ assert }) => {
    const work = costlyWork({ most: 2, atOnce: 2 })
    let done = 0
    const count = async () => (done += 1)
    for (let round = 0; round < 2; round++) await work.during(1, count)
    assert.equal(await refusalOf(work.during(1, count)), 'Too often; try again later')
    assert.equal(done, 2)
    assert.equal(await work.during(2, count), 3)
  })
})
