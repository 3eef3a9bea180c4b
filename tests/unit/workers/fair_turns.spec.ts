import { test } from '@japa/runner'
import { FairTurns, type FairTurnsRule, type Place } from '#kernel/workers/fair_turns'
import type { Refusal } from '#kernel/errors/main'

const RULE: FairTurnsRule = { atOnce: 1, mostWaiting: 1_000, mostInLine: 250 }

/** `line`, or `room/network/line`. */
const placeOf = (name: string): Place => (name.includes('/') ? name.split('/') : ['room', name])

/** Work that begins when it is its turn and ends when it is told. */
function workshop(rule: Partial<FairTurnsRule> = {}) {
  const turns = new FairTurns({ ...RULE, ...rule })
  const order: string[] = []
  const open: (() => void)[] = []
  const work = (key: string, signal?: AbortSignal) => {
    const begun = () => {
      order.push(key)
      return new Promise<void>((end) => open.push(end))
    }
    return turns.run(placeOf(key), begun, signal)
  }
  async function finishAll(all: readonly Promise<unknown>[]) {
    let settled = false
    const done = Promise.allSettled(all).then((results) => {
      settled = true
      return results
    })
    while (!settled) {
      open.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    return done
  }
  return { order, work, finishAll }
}

const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' ? (result.reason as Refusal).status : 200

test.group('Threads | fair turns', () => {
  test('let who comes last wait for one turn of each of 60 others, not for all that they sent', async ({
    assert,
  }) => {
    const { order, work, finishAll } = workshop()
    const flood = Array.from({ length: 600 }, (_, index) => work(`flood-${index % 60}`))
    const person = work('person')
    await finishAll([...flood, person])
    assert.lengthOf(order, 601)
    assert.isAtMost(order.indexOf('person'), 61)
  })

  test('refuse with 429 and Retry-After who stands at the end of a full line', async ({
    assert,
  }) => {
    const { work, finishAll } = workshop({ mostInLine: 3 })
    const results = await finishAll(Array.from({ length: 6 }, () => work('one')))
    assert.deepEqual(results.map(codeOf), [200, 200, 200, 200, 429, 429])
    const refused = results.at(-1) as PromiseRejectedResult
    assert.equal((refused.reason as Refusal).headers!['Retry-After'], '5')
  })

  test('make room for others at the end of the longest line when too much waits, with 503', async ({
    assert,
  }) => {
    const { order, work, finishAll } = workshop({ mostWaiting: 10 })
    const flood = Array.from({ length: 11 }, () => work('flood'))
    const person = work('person')
    const results = await finishAll([...flood, person])
    assert.deepEqual(results.map(codeOf), [...Array<number>(10).fill(200), 503, 200])
    assert.equal(order.indexOf('person'), 2)
    const [refused] = results.filter(({ status }) => status === 'rejected')
    assert.equal(
      ((refused as PromiseRejectedResult).reason as Refusal).headers!['Retry-After'],
      '5'
    )
  })

  test('hand the turn on when work fails', async ({ assert }) => {
    const turns = new FairTurns(RULE)
    const failing = turns.run(['room', 'a'], () => Promise.reject(new Error('on purpose')))
    const next = turns.run(['room', 'b'], () => Promise.resolve('done'))
    await assert.rejects(() => failing, 'on purpose')
    assert.equal(await next, 'done')
  })

  test('take whoever gives up out of the line, and give their turn and place to others', async ({
    assert,
  }) => {
    const { work, order, finishAll } = workshop({ mostWaiting: 2 })
    const gone = new AbortController()
    const first = work('a')
    const leaving = assert.rejects(() => work('b', gone.signal), 'gone')
    gone.abort(new Error('gone'))
    await leaving
    await assert.rejects(() => work('b', gone.signal), 'gone')
    const rest = await finishAll([first, work('c'), work('d')])
    assert.deepEqual(rest.map(codeOf), [200, 200, 200])
    assert.deepEqual(order, ['a', 'c', 'd'])
  })

  test('keep room and turns for who stands in another room than a flood', async ({ assert }) => {
    const { order, work, finishAll } = workshop({ mostWaiting: 50 })
    const flood = Array.from({ length: 51 }, (_, no) => work(`strangers/net-${no}/line`))
    const refused = work('strangers/another/line')
    const people = Array.from({ length: 3 }, (_, no) => work(`people/person-${no}/line`))
    const known = work('known/home/line')
    const results = await finishAll([...flood, refused, ...people, known])
    assert.deepEqual(results.map(codeOf), [...Array<number>(51).fill(200), 503, 200, 200, 200, 200])
    assert.isAtMost(order.indexOf('known/home/line'), 3)
    assert.isAtMost(order.indexOf('people/person-2/line'), 8)
    const [beside] = order.slice(1, 4).filter((key) => key.startsWith('strangers'))
    assert.isDefined(beside, 'the flood has its turns as well')
  })
})
