import { test } from '@japa/runner'
import { isOfWork, kindOf } from '../../../app/plugins/documents/callbacks/callback_kind.js'

test.group('Documents | what a callback is taken for', () => {
  test('take {told} for {kind}')
    .with([
      { told: { status: 2 }, kind: 'final' },
      { told: { status: 3 }, kind: 'failed' },
      { told: { status: 6 }, kind: 'forced' },
      { told: { status: 7 }, kind: 'forced_failed' },
      { told: { status: 26 }, kind: 'final' },
      { told: { status: 26, forceSaveType: 1 }, kind: 'forced' },
      { told: { status: 6, forceSaveType: 3 }, kind: 'form' },
      { told: { status: 26, forceSaveType: 3 }, kind: 'form' },
      { told: { status: 7, forceSaveType: 3 }, kind: 'form_failed' },
      { told: { status: 5 }, kind: undefined },
    ])
    .run(({ assert }, { told, kind }) => assert.equal(kindOf(told), kind))

  test('take what is of a mail merge for nothing that ends or saves: status {$self}')
    .with([2, 3, 5, 6, 7, 26])
    .run(({ assert }, status) => {
      assert.isUndefined(kindOf({ status, isMailMerge: true }))
      assert.isFalse(isOfWork({ status, isMailMerge: true }))
    })
})
