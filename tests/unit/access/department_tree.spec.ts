import { test } from '@japa/runner'
import { DepartmentTree } from '../../../app/plugins/access/snapshot/department_tree.js'

//   1 ── 2 ── 4 ── 5
//   └─── 3
const tree = new DepartmentTree([
  { id: 5, parentId: 4 },
  { id: 4, parentId: 2 },
  { id: 3, parentId: 1 },
  { id: 2, parentId: 1 },
  { id: 1, parentId: null },
])

test.group('Access | tree of departments', () => {
  test('find a department with all beneath it, in order', ({ assert }) => {
    assert.deepEqual(tree.below(1), [1, 2, 3, 4, 5])
    assert.deepEqual(tree.below(2), [2, 4, 5])
    assert.deepEqual(tree.below(5), [5])
    assert.deepEqual(tree.below(9), [])
  })

  test('find those above, the nearest first', ({ assert }) => {
    assert.deepEqual(tree.above(5), [4, 2, 1])
    assert.deepEqual(tree.above(1), [])
    assert.deepEqual(tree.above(9), [])
  })

  test('tell how many levels a branch takes', ({ assert }) => {
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((id) => tree.height(id)),
      [4, 3, 1, 2, 1]
    )
  })

  test('end where a circle was written past the service', ({ assert }) => {
    const circle = new DepartmentTree([
      { id: 1, parentId: 2 },
      { id: 2, parentId: 1 },
    ])
    assert.deepEqual(circle.above(1), [2, 1])
    assert.deepEqual(circle.below(1), [1, 2])
    assert.equal(circle.height(1), 2)
  })
})
