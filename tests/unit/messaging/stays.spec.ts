import { test } from '@japa/runner'
import fc from 'fast-check'
import {
  earlierStays,
  isWithin,
  sizeOf,
  staysWith,
  type Stay,
} from '../../../app/plugins/messaging/rosters/stays.js'

const MOST = 50
const LAST = 25

/** Stays with something between, in order, of these lengths. */
function staysOfLengths(lengths: readonly number[]): Stay[] {
  let at = 0
  return lengths.map((length) => {
    const stay = { after: at + 1, upTo: at + 1 + length }
    at = stay.upTo
    return stay
  })
}

function keptOf(stays: readonly Stay[]): Stay[] {
  const stored = stays.reduce<string | null>((before, over) => staysWith(before, over), null)
  return earlierStays(stored)
}

test.group('Messaging | stays that are kept', () => {
  test('are so many, the last ones and the longest of before', ({ assert }) => {
    const lengths = Array.from({ length: 400 }, (_, index) => (index % 40 === 7 ? 500 : 1))
    const stays = staysOfLengths(lengths)
    const kept = keptOf(stays)
    assert.lengthOf(kept, MOST)
    assert.deepEqual(kept.slice(-LAST), stays.slice(-LAST))
    const long = stays.filter((stay) => sizeOf([stay]) === 500)
    assert.deepEqual(
      kept.filter((stay) => sizeOf([stay]) === 500),
      long
    )
  })

  test('become so many where a release of before kept more', ({ assert }) => {
    const stays = staysOfLengths(Array.from({ length: 1_000 }, () => 2))
    const stored = JSON.stringify(stays.map(({ after, upTo }) => [after, upTo]))
    const over = { after: 9_000, upTo: 9_001 }
    const kept = earlierStays(staysWith(stored, over))
    assert.lengthOf(kept, MOST)
    assert.deepEqual(kept.at(-1), over)
  })

  test('show nothing that was said while somebody was away', ({ assert }) => {
    const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 150 })
    const property = fc.property(lengths, (some) => {
      const stays = staysOfLengths(some)
      const kept = keptOf(stays)
      assert.isAtMost(kept.length, MOST)
      for (let seq = 0; seq <= stays.at(-1)!.upTo + 1; seq++)
        if (isWithin(kept, seq)) assert.isTrue(isWithin(stays, seq))
      if (stays.length <= MOST) assert.deepEqual(kept, stays)
    })
    fc.assert(property, { numRuns: 100 })
  })
})
