import { test } from '@japa/runner'
import { type Shape, t } from '#kernel/contracts/main'
import { linkedIds } from '#kernel/listing/main'
import { conversionOf } from '#kernel/listing/conversions'

const momentOf = (raw: unknown) => conversionOf(t.instant()).consume!(raw)
const idsOf = (raw: unknown) =>
  linkedIds('id', { table: 'pairs', from: 'a', to: 'b' }).consume!(raw)

test.group('Data scope | what drivers give', () => {
  const moments: [unknown, string | null][] = [
    [null, null],
    [new Date('2026-11-21T10:00:00.123Z'), '2026-11-21T10:00:00.123Z'],
    ['2026-11-21 10:00:00', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21 10:00:00+00', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21 10:00:00.1+00', '2026-11-21T10:00:00.100Z'],
    ['2026-11-21 10:00:00.12', '2026-11-21T10:00:00.120Z'],
    ['2026-11-21 10:00:00.123456+00', '2026-11-21T10:00:00.123Z'],
    ['2026-11-21 10:00:00.123456', '2026-11-21T10:00:00.123Z'],
    ['2026-11-21 10:00:00.5+02', '2026-11-21T08:00:00.500Z'],
    ['2026-11-21T10:00:00.123Z', '2026-11-21T10:00:00.123Z'],
  ]
  for (const [raw, expected] of moments) {
    test(`take ${String(raw)} for a moment`, ({ assert }) => {
      assert.equal(momentOf(raw), expected)
    })
  }

  const converted: [Shape, unknown, unknown][] = [
    [t.boolean(), 1, true],
    [t.nullable(t.boolean()), null, null],
    [t.integer(), '12', 12],
    [t.nullable(t.number()), '1.50', 1.5],
    [t.json(), '{"a":1}', { a: 1 }],
    [t.array(t.id()), '[1,2]', [1, 2]],
    [t.array(t.id()), [1, 2], [1, 2]],
    [t.nullable(t.instant()), '2026-11-21 10:00:00', '2026-11-21T10:00:00.000Z'],
  ]
  for (const [shape, raw, expected] of converted) {
    test(`convert ${JSON.stringify(raw)} to ${JSON.stringify(expected)}`, ({ assert }) => {
      assert.deepEqual(conversionOf(shape).consume!(raw), expected)
    })
  }

  test('leave texts as they are', ({ assert }) => {
    assert.isUndefined(conversionOf(t.text()).consume)
    assert.isUndefined(conversionOf(t.nullable(t.oneOf(['a', 'b']))).consume)
  })

  const gathered: [unknown, number[]][] = [
    [null, []],
    ['', []],
    ['7', [7]],
    ['12,3', [3, 12]],
    ['[12, 3]', [3, 12]],
    [
      [12, 3],
      [3, 12],
    ],
  ]
  for (const [raw, expected] of gathered) {
    test(`take ${JSON.stringify(raw)} for ids`, ({ assert }) => {
      assert.deepEqual(idsOf(raw), expected)
    })
  }
})
