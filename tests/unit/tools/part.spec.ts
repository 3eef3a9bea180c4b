import { test } from '@japa/runner'
import { partOf } from '../../part.js'

const SUITES = [
  { name: 'unit', files: ['tests/unit/**/*.spec.{ts,js}'] },
  { name: 'functional', files: ['tests/functional/**/*.spec.{ts,js}'] },
]
const filesOf = (part?: string) => partOf(SUITES, part).flatMap(({ files }) => files)

test.group('Parts of the specs', () => {
  test('are all of them where none is named', ({ assert }) => {
    for (const part of [undefined, '']) assert.deepEqual(partOf(SUITES, part), SUITES)
  })

  test('hold every spec once: {$self}')
    .with([2, 3])
    .run(({ assert }, count) => {
      const parts = Array.from({ length: count }, (_, index) => filesOf(`${index + 1}/${count}`))
      assert.sameMembers(parts.flat(), filesOf('1/1'))
      assert.isAbove(filesOf('1/1').length, 300)
      for (const part of parts) assert.isAbove(part.length, 300 / (count + 1))
    })

  test('are refused where there is none: {$self}')
    .with(['0/2', '3/2', '1/0', '1', 'a/b', '1/2/3'])
    .run(({ assert }, part) => {
      assert.throws(() => partOf(SUITES, part), RangeError)
    })
})
