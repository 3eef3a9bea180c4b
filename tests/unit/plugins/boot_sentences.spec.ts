import { test } from '@japa/runner'
import { sentenceOf } from '#kernel/plugins/boot_sentences'

test.group('Boot sentences', () => {
  test('say of {$self} that the database refuses the login')
    .with([
      '28P01',
      '28000',
      'ER_ACCESS_DENIED_ERROR',
      'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
      'ER_HOST_NOT_PRIVILEGED',
      'ER_HOST_IS_BLOCKED',
    ])
    .run(({ assert }, code) => {
      const error = Object.assign(new Error('Access denied'), { code })
      assert.equal(
        sentenceOf(error),
        'The database refuses the login (Access denied): see DB_USER and DB_PASSWORD.'
      )
    })
})
