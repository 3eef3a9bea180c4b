import { test } from '@japa/runner'
import { isFailed, isFinal, kindOf } from '../../../app/plugins/documents/saves/callback_kind.js'

const [ENDS, GOES_ON, WELL, BADLY] = [true, false, false, true]

const KINDS = [
  { told: { status: 0 }, is: ['editing', GOES_ON, WELL] },
  { told: { status: 1 }, is: ['editing', GOES_ON, WELL] },
  { told: { status: 4 }, is: ['closed', GOES_ON, WELL] },
  { told: { status: 2 }, is: ['save', ENDS, WELL] },
  { told: { status: 3 }, is: ['save', ENDS, BADLY] },
  { told: { status: 6 }, is: ['save', GOES_ON, WELL] },
  { told: { status: 7 }, is: ['save', GOES_ON, BADLY] },
  { told: { status: 26 }, is: ['save', ENDS, WELL] },
  { told: { status: 26, forceSaveType: 1 }, is: ['save', GOES_ON, WELL] },
  { told: { status: 6, forceSaveType: 3 }, is: ['form', GOES_ON, WELL] },
  { told: { status: 26, forceSaveType: 3 }, is: ['form', GOES_ON, WELL] },
  { told: { status: 5 }, is: [undefined, GOES_ON, WELL] },
]

test.group('Documents | what a callback is taken for', () => {
  test('{told}: its kind, whether the session ends with it, whether its file was written badly')
    .with(KINDS)
    .run(({ assert }, { told, is }) =>
      assert.deepEqual([kindOf(told), isFinal(told), isFailed(told)], is)
    )

  test('status {$self} of a mail merge is no save of the session')
    .with([2, 3, 5, 6, 7, 26])
    .run(({ assert }, status) => assert.isUndefined(kindOf({ status, isMailMerge: true })))
})
