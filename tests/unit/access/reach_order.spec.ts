import { test } from '@japa/runner'
import { everything, nothing, ownRowsOf, type Reach } from '#kernel/acting/main'
import { covers } from '../../../app/plugins/access/rules/grant_rule.js'

const rows = (...departments: number[]): Reach => ({ kind: 'rows', owner: null, departments })

test.group('Access | order of reaches', () => {
  test('hold everything above all, and nothing below all', ({ assert }) => {
    for (const reach of [everything, rows(1), nothing, ownRowsOf(1)]) {
      assert.isTrue(covers(everything, reach))
      assert.isTrue(covers(reach, nothing))
    }
    assert.isFalse(covers(rows(1, 2, 3), everything))
    assert.isFalse(covers(ownRowsOf(1), everything))
  })

  test('compare by departments', ({ assert }) => {
    assert.isTrue(covers(rows(1, 2), rows(2)))
    assert.isTrue(covers(rows(1, 2), rows(1, 2)))
    assert.isFalse(covers(rows(2), rows(1, 2)))
    assert.isFalse(covers(ownRowsOf(1), rows(1)))
  })

  test('take rows that somebody owns as theirs', ({ assert }) => {
    assert.isTrue(covers(ownRowsOf(1), ownRowsOf(2)))
    assert.isTrue(covers(rows(1), ownRowsOf(2)))
  })
})
