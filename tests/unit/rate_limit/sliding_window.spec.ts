import fc from 'fast-check'
import { test } from '@japa/runner'
import { SlidingWindow, type WindowRule } from '#kernel/rate_limit/sliding_window'

const rule = (limit: number): WindowRule => ({ limit, windowMs: 1000 })

/** Moments at which requests passed, for requests that come after the given pauses. */
function passedAt(limit: number, pauses: readonly number[]): { passed: number[]; asked: number[] } {
  const window = new SlidingWindow()
  const [passed, asked]: [number[], number[]] = [[], []]
  let now = 0
  for (const pause of pauses) {
    now += pause
    asked.push(now)
    if (window.take(now, rule(limit)).passed) passed.push(now)
  }
  return { passed, asked }
}

function inSecondFrom(moments: readonly number[], start: number): number {
  return moments.filter((moment) => moment >= start && moment < start + 1000).length
}

const limits = fc.integer({ min: 1, max: 40 })
const pauses = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 1500 })),
  {
    maxLength: 300,
  }
)

test.group('Rate limit | sliding window', () => {
  test('let at most the limit pass in any second, wherever it begins', ({ assert }) => {
    fc.assert(
      fc.property(limits, pauses, (limit, gaps) => {
        const { passed } = passedAt(limit, gaps)
        return passed.every((start) => inSecondFrom(passed, start) <= limit)
      }),
      { numRuns: 100 }
    )
    assert.isTrue(true)
  })

  test('refuse only where the limit has passed within the second before', ({ assert }) => {
    fc.assert(
      fc.property(limits, pauses, (limit, gaps) => {
        const { passed, asked } = passedAt(limit, gaps)
        const refused = asked.length - passed.length
        const inevitable = asked.filter((moment, index) => {
          const earlier = asked.slice(0, index).filter((other) => other > moment - 1000).length
          return earlier >= limit
        })
        return refused <= inevitable.length
      }),
      { numRuns: 100 }
    )
    assert.isTrue(true)
  })

  test('never refuse a client that stays under the limit', ({ assert }) => {
    const { passed, asked } = passedAt(100, Array(1000).fill(10))
    assert.lengthOf(passed, asked.length)
  })

  test('let no double burst pass at the edge of a window', ({ assert }) => {
    const { passed } = passedAt(100, [...Array(100).fill(0), 999, ...Array(100).fill(0)])
    assert.lengthOf(passed, 100)
  })

  test('tell truly how long to wait', ({ assert }) => {
    fc.assert(
      fc.property(limits, pauses, (limit, gaps) => {
        const window = new SlidingWindow()
        let now = 0
        for (const pause of gaps) {
          now += pause
          const reading = window.take(now, rule(limit))
          if (reading.passed) continue
          if (window.take(now + reading.waitMs - 0.5, rule(limit)).passed) return false
          if (!window.take(now + reading.waitMs, rule(limit)).passed) return false
          now += reading.waitMs
        }
        return true
      }),
      { numRuns: 60 }
    )
    assert.isTrue(true)
  })

  test('tell when nothing counts any more', ({ assert }) => {
    const window = new SlidingWindow()
    window.take(0, rule(1))
    assert.deepInclude(window.take(400, rule(1)), { passed: false, used: 1, resetMs: 600 })
    assert.deepInclude(window.take(1000, rule(1)), { passed: true, used: 1, resetMs: 1000 })
  })
})
