import { isDeepStrictEqual } from 'node:util'
import { test } from '@japa/runner'
import fc from 'fast-check'
import { withoutName } from '../../../app/plugins/documents/erasure/named_in_text.js'
import { isSameChange } from '../../../app/plugins/documents/versions/same_change.js'
import {
  begunWith,
  orderOf,
  type SaveTrace,
} from '../../../app/plugins/documents/versions/save_order.js'

const PEOPLE = 3

/** A run of changes as the document server tells it; an id may come as a number, and people within what it tells besides. */
const person = fc.record({
  id: fc.oneof(fc.integer({ min: 1, max: PEOPLE }), fc.constantFrom('1', '2', '3')),
  name: fc.constantFrom('Ann', 'Bob', null),
})
const run = fc.record(
  {
    created: fc.constantFrom('2026-03-01 10:00:00', '2026-03-01 10:00:01'),
    user: person,
    with: fc.array(person, { maxLength: 2 }),
  },
  { requiredKeys: ['created', 'user'] }
)
const time = fc.option(fc.integer({ min: 0, max: 9 }).map((seconds) => seconds * 1_000))
const trace = fc.record({
  changesSize: fc.option(fc.nat(3)),
  assembledAt: time,
  changedAt: time,
  changedBy: time,
  keptBy: time,
})

/** Two saves of which one may begin as the other does. */
const saves = fc
  .tuple(fc.array(run, { maxLength: 5 }), fc.array(run, { maxLength: 5 }), fc.nat(5), trace, trace)
  .map(([whole, other, begun, mine, theirs]) => {
    const start = structuredClone(whole.slice(0, begun))
    const history = (changes: readonly unknown[]) => ({ serverVersion: '9.3.1', changes })
    return [
      { ...mine, history: history(whole) },
      { ...theirs, history: history(begun < 3 ? [...start, ...other] : start) },
    ] as const
  })

async function erased(save: SaveTrace, userId: number): Promise<SaveTrace> {
  const text = JSON.stringify(save.history)
  return { ...save, history: JSON.parse((await withoutName(text, userId)) ?? text) }
}

test.group('Documents | order of saves after an erasure', () => {
  test('is what it was before, whoever is erased in what is kept', async ({ assert }) => {
    let changed = 0
    await fc.assert(
      fc.asyncProperty(saves, fc.integer({ min: 1, max: PEOPLE }), async ([save, kept], userId) => {
        const without = await erased(kept, userId)
        if (!isDeepStrictEqual(kept, without)) changed += 1
        assert.equal(orderOf(save, without), orderOf(save, kept))
        assert.equal(orderOf(without, save), orderOf(kept, save))
        assert.equal(begunWith(save, without), begunWith(save, kept))
        assert.equal(begunWith(without, save), begunWith(kept, save))
      }),
      { numRuns: 1_000 }
    )
    assert.isAbove(changed, 100)
  })

  test('goes by whose a change is, when it was made, and all else that is told of it', ({
    assert,
  }) => {
    const change = { created: '2026-03-01 10:00:00', user: { id: '1', name: 'Ann' }, title: 'x' }
    assert.isTrue(isSameChange(change, { ...change, user: { id: '1', name: 'Erased person' } }))
    for (const other of [
      { ...change, user: { id: '2', name: 'Ann' } },
      { ...change, created: '2026-03-01 10:00:01' },
      { ...change, title: 'y' },
      { ...change, user: { name: 'Ann' } },
      { ...change, user: [{ id: '1', name: 'Ann' }] },
      null,
    ])
      assert.isFalse(isSameChange(change, other))
    assert.isFalse(isSameChange({ name: 'Ann' }, { name: 'Bob' }))
  })
})
