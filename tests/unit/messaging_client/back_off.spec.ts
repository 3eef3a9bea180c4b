import { test } from '@japa/runner'
import { BackOff } from '../../../clients/messaging/src/back_off.js'
import { Pace } from '../../../clients/messaging/src/pace.js'

test.group('Messaging client | back-off', () => {
  test('double the ceiling up to the longest, and begin again after a reset', ({ assert }) => {
    const backOff = new BackOff({ firstMs: 100, longestMs: 1_000, random: () => 1 })
    const waits = Array.from({ length: 6 }, () => backOff.next())
    assert.deepEqual(waits, [100, 200, 400, 800, 1_000, 1_000])
    backOff.reset()
    assert.equal(backOff.next(), 100)
  })

  test('take any time up to the ceiling', ({ assert }) => {
    const draws = [0, 0.25, 0.999]
    const backOff = new BackOff({ firstMs: 100, longestMs: 100, random: () => draws.shift()! })
    assert.deepEqual([backOff.next(), backOff.next(), backOff.next()], [0, 25, 99.9])
  })
})

test.group('Messaging client | pace', () => {
  test('let a burst pass, then so many a second', ({ assert }) => {
    let now = 0
    const pace = new Pace(10, () => now)
    const burst = Array.from({ length: 11 }, () => pace.take())
    assert.deepEqual(
      burst.slice(0, 10),
      Array.from({ length: 10 }, () => 0)
    )
    assert.equal(burst[10], 100)
    now = 100
    assert.equal(pace.take(), 0)
    assert.equal(pace.take(), 100)
  })
})
