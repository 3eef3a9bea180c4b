import { test } from '@japa/runner'
import { sentenceOf } from '#kernel/boot/main'

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

  test('say of {$self} that the database takes no more connections')
    .with(['53300', 'ER_CON_COUNT_ERROR', 'ER_TOO_MANY_USER_CONNECTIONS', 'ER_USER_LIMIT_REACHED'])
    .run(({ assert }, code) => {
      const message = 'Too many connections, max_user_connections'
      const error = Object.assign(new Error(message), { code })
      assert.match(
        sentenceOf(error)!,
        /^The database takes no more connections \(Too many connections, .*\): .*max_connections/
      )
    })
})
