import { test } from '@japa/runner'
import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'
import { DatabaseStatus } from '#kernel/database/main'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { toRefusal } from '#kernel/http/main'
import { until } from '../../helpers/until.js'

const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const DEADLOCK = Object.assign(new Error('deadlock detected'), { code: '40P01' })

function stage() {
  const said: string[] = []
  const note = (_about: unknown, message?: string) => said.push(message ?? String(_about))
  const logger = { error: note, info: note } as unknown as Logger
  const state = { isThere: true, fault: REFUSED }
  const rawQuery = async () => {
    if (!state.isThere) throw state.fault
  }
  const connection = () => ({ dialect: { name: 'better-sqlite3' }, rawQuery })
  const status = new DatabaseStatus({ connection } as unknown as Database, logger)
  return { status, said, state }
}

test.group('Database status', () => {
  test('logs once that it is lost, and once that it is back', async ({ assert, cleanup }) => {
    const { status, said, state } = stage()
    cleanup(() => status.stop())
    state.isThere = false
    const wrapped = new E_UNAVAILABLE(undefined, { cause: REFUSED })
    for (const fault of [REFUSED, wrapped, REFUSED]) assert.isTrue(await status.isOutage(fault))
    assert.deepEqual(said, ['the database is lost: requests are answered 503'])

    state.isThere = true
    await until(() => said.length === 2)
    assert.equal(said[1], 'the database is back')
    state.isThere = false
    assert.isFalse(await status.answers())
    assert.lengthOf(said, 3)
  })

  test('counts an error during the loss as the outage', async ({ assert, cleanup }) => {
    const { status, state } = stage()
    cleanup(() => status.stop())
    state.isThere = false
    assert.isFalse(await status.answers())
    state.isThere = true
    assert.isTrue(await status.isOutage(REFUSED))
  })

  test('does not count a temporary fault as its loss', async ({ assert }) => {
    const { status, said } = stage()
    assert.isFalse(await status.isOutage(DEADLOCK))
    assert.isFalse(await status.isOutage(new Error('something else')))
    assert.deepEqual(said, [])
  })

  test('answers 503 to a write that fails with {code}')
    .with([
      { code: '25006' },
      { code: '53100' },
      { code: 'ER_OPTION_PREVENTS_STATEMENT' },
      { code: 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION' },
      { code: 'ER_READ_ONLY_MODE' },
      { code: 'ER_DISK_FULL' },
      { code: 'ER_RECORD_FILE_FULL' },
      { code: 'SQLITE_FULL' },
    ])
    .run(({ assert }, { code }) => {
      assert.equal(toRefusal(Object.assign(new Error('refused'), { code })).status, 503)
    })

  test('names the remedy where the server refuses connections', async ({ assert, cleanup }) => {
    const { status, said, state } = stage()
    cleanup(() => status.stop())
    state.fault = Object.assign(new Error('too many clients'), { code: '53300' })
    state.isThere = false
    assert.isFalse(await status.answers())
    assert.match(said[0]!, /^the database is lost: .*max_connections/)
  })
})
