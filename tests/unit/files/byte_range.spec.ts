import { test } from '@japa/runner'
import { requestedRange } from '../../../app/plugins/files/storage/byte_range.js'

test.group('Files | byte ranges', () => {
  test('read {header} of 100 bytes')
    .with([
      { header: undefined, range: 'whole' as const },
      { header: 'bytes=0-9', range: { first: 0, last: 9 } },
      { header: 'bytes=90-', range: { first: 90, last: 99 } },
      { header: 'bytes=90-500', range: { first: 90, last: 99 } },
      { header: 'bytes=-10', range: { first: 90, last: 99 } },
      { header: 'bytes=-500', range: { first: 0, last: 99 } },
      { header: 'bytes=100-', range: 'unsatisfiable' as const },
      { header: 'bytes=-0', range: 'unsatisfiable' as const },
      { header: 'bytes=9-0', range: 'whole' as const },
      { header: 'bytes=0-1,5-6', range: 'whole' as const },
      { header: 'pages=1-2', range: 'whole' as const },
      { header: 'bytes=-', range: 'whole' as const },
    ])
    .run(({ assert }, { header, range }) => {
      assert.deepEqual(requestedRange(header, 100), range)
    })

  test('satisfy no range of an empty file', ({ assert }) => {
    assert.equal(requestedRange('bytes=0-', 0), 'unsatisfiable')
    assert.equal(requestedRange('bytes=-5', 0), 'unsatisfiable')
  })
})
