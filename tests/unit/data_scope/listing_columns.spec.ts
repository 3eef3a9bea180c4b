import { test } from '@japa/runner'
import { instant, linkedIds } from '#kernel/listing/main'

const momentOf = (raw: unknown) => instant('createdAt').consume!(raw)
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
