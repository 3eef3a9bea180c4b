import { test } from '@japa/runner'
import { FairTurns, type FairTurnsRule, type Place } from '#kernel/threads/fair_turns'
import type { Refusal } from '#kernel/http/define_error'

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

  test('keep the order within a line', async ({ assert }) => {
    const { work, finishAll } = workshop()
    const ended: number[] = []
    const all = Array.from({ length: 20 }, (_, index) =>
      work('one').then(() => void ended.push(index))
    )
    await finishAll(all)
    assert.deepEqual(
      ended,
      Array.from({ length: 20 }, (_, index) => index)
    )
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

  test('refuse who comes when all lines are as short as theirs', async ({ assert }) => {
    const { work, finishAll } = workshop({ mostWaiting: 3 })
    const all = ['a', 'b', 'c', 'd', 'e'].map((key) => work(key))
    assert.deepEqual((await finishAll(all)).map(codeOf), [200, 200, 200, 200, 503])
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

  test('give a line its share of the turns, and nobody who waits less than there are', async ({
    assert,
  }) => {
    const { order, work, finishAll } = workshop({ atOnce: 3, ofOne: 2 })
    const all = ['a', 'a', 'a', 'a', 'b'].map((name) => work(name))
    await Promise.resolve()
    assert.deepEqual(order, ['a', 'a', 'b'])
    const more = [work('a'), work('c')]
    await finishAll([...all, ...more])
    assert.deepEqual(order.slice(3, 5).toSorted(), ['a', 'c'])
    assert.lengthOf(order, 7)
  })

  test('hand a turn on past those who have their share', async ({ assert }) => {
    const turns = new FairTurns({ ...RULE, atOnce: 2, ofOne: 1 })
    const order: string[] = []
    const ends: Record<string, () => void> = {}
    const work = (name: string) =>
      turns.run(['room', name[0]!], () => {
        order.push(name)
        return new Promise<void>((end) => (ends[name] = end))
      })
    const all = ['a1', 'b1', 'a2', 'c1'].map(work)
    ends.b1!()
    await all[1]
    await Promise.resolve()
    assert.deepEqual(order, ['a1', 'b1', 'c1'])
    ends.a1!()
    await all[0]
    await Promise.resolve()
    assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2'])
    ends.c1!()
    ends.a2!()
    await Promise.all(all)
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

  test('put out the last of the largest network for who comes from elsewhere, and let networks take turns', async ({
    assert,
  }) => {
    const { order, work, finishAll } = workshop({ mostWaiting: 10 })
    const flood = Array.from({ length: 11 }, (_, no) => work(`strangers/large/line-${no}`))
    const same = work('strangers/large/line-11')
    const newcomers = [work('strangers/small/line'), work('strangers/other/line')]
    const results = await finishAll([...flood, same, ...newcomers])
    const codes = [...Array<number>(9).fill(200), 503, 503, 503, 200, 200]
    assert.deepEqual(results.map(codeOf), codes)
    assert.isAtMost(order.indexOf('strangers/other/line'), 3)
  })

  test('put out the longest line of a network for who comes from within it', async ({ assert }) => {
    const { work, finishAll } = workshop({ mostWaiting: 4 })
    const names = ['a/x', 'a/x', 'a/x', 'b/y', 'b/y', 'a/z']
    const all = names.map((name) => work(`strangers/${name}`))
    const codes = [200, 200, 503, 200, 200, 200]
    assert.deepEqual((await finishAll(all)).map(codeOf), codes)
  })

  test('give a room back its places, whichever way they are left', async ({ assert }) => {
    const { work, finishAll } = workshop({ mostWaiting: 3 })
    const running = work('strangers/a/x')
    for (let round = 0; round < 5; round++) {
      const gone = new AbortController()
      const leaving = ['a/x', 'a/y', 'b/z'].map((name) =>
        assert.rejects(() => work(`strangers/${name}`, gone.signal), 'gone')
      )
      gone.abort(new Error('gone'))
      await Promise.all(leaving)
    }
    const rest = ['a/x', 'a/x', 'b/z', 'c/w', 'd/v'].map((name) => work(`strangers/${name}`))
    const codes = [200, 200, 503, 200, 200, 503]
    assert.deepEqual((await finishAll([running, ...rest])).map(codeOf), codes)
  })
})
