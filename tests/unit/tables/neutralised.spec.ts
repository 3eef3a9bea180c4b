import fc from 'fast-check'
import { test } from '@japa/runner'
import { neutralised, restored } from '#kernel/tables/table'

const hostile = fc.string({
  unit: fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    "'",
    '"',
    ';',
    '|',
    ',',
    ' ',
    '\t',
    '\r',
    '\n',
    '"',
    '＝',
    '＋',
    '－',
    '＠',
    '\u00a0',
    '\u3000',
    'a',
    '1'
  ),
  maxLength: 12,
})

test.group('Tables | texts that a spreadsheet would run', () => {
  test('begin no cell with a formula, wherever a spreadsheet splits them', ({ assert }) => {
    fc.assert(
      fc.property(hostile, (text) => {
        const written = String(neutralised(text))
        for (const part of written.split(/[;|\t\r\n]/))
          assert.notMatch(part, /^[ "\u00a0\u3000]*[=+\-@＝＋－＠]/)
      }),
      { numRuns: 300 }
    )
  })

  test('come back as they were', ({ assert }) => {
    fc.assert(
      fc.property(hostile, (text) => assert.equal(restored(String(neutralised(text))), text)),
      { numRuns: 300 }
    )
  })

  test('leave numbers and plain texts alone', ({ assert }) => {
    assert.equal(neutralised(-5), -5)
    assert.equal(neutralised('well-known; a = b'), 'well-known; a = b')
  })
})
