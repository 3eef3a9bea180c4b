import { test } from '@japa/runner'
import { sentenceOf } from '#kernel/boot/main'

const failed = (code: string) =>
  Object.assign(new Error('what the driver says'), { code, address: '10.0.0.1', port: 5432 })

test.group('Boot sentences', () => {
  test('name the settings to look at: {code}')
    .with([
      { code: 'EADDRINUSE', names: /^Port 5432 is taken: .* PORT or METRICS_PORT/ },
      { code: 'EACCES', names: /^what the driver says: give the user of the service access/ },
      {
        code: 'ECONNREFUSED',
        names: /^The database does not answer at 10\.0\.0\.1:5432: .*DB_HOST/,
      },
      { code: 'ETIMEDOUT', names: /^The database does not answer in time: .*DB_HOST/ },
      { code: '28P01', names: /^The database refuses the login .* DB_PASSWORD/ },
      { code: 'ER_ACCESS_DENIED_ERROR', names: /^The database refuses the login .* DB_PASSWORD/ },
      { code: '3D000', names: /^The database server has no such database .* DB_DATABASE/ },
      {
        code: 'ER_BAD_DB_ERROR',
        names: /^The database server has no such database .* DB_DATABASE/,
      },
      { code: 'SQLITE_CANTOPEN', names: /^The database file cannot be opened: see SQLITE_PATH/ },
    ])
    .run(({ assert }, { code, names }) => assert.match(sentenceOf(failed(code))!, names))

  test('are the message of an error that names its remedy, and none for any other', ({
    assert,
  }) => {
    const remedied = Object.assign(new Error('set X'), { remedied: true })
    assert.equal(sentenceOf(remedied), 'set X')
    assert.isNull(sentenceOf(new Error('anything else')))
  })
})
