import { test } from '@japa/runner'
import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'
import { DatabasePresence } from '#kernel/database/main'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { toRefusal } from '#kernel/http/main'
import { clock } from '#kernel/state/main'
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
  const connection = () => ({ dialect: { name: 'better-sqlite3' } })
  const presence = new DatabasePresence(
    { rawQuery, connection } as unknown as Database,
    logger,
    clock
  )
  return { presence, said, state }
}

test.group('Database presence', () => {
  test('say once that it is lost, and once that it is back', async ({ assert, cleanup }) => {
    const { presence, said, state } = stage()
    cleanup(() => presence.stop())
    state.isThere = false
    const wrapped = new E_UNAVAILABLE(undefined, { cause: REFUSED })
    for (const fault of [REFUSED, wrapped, REFUSED]) assert.isTrue(await presence.isOutage(fault))
    assert.deepEqual(said, ['the database is lost: requests are answered 503'])

    state.isThere = true
    await until(() => said.length === 2)
    assert.equal(said[1], 'the database is back')
    state.isThere = false
    assert.isFalse(await presence.answers())
    assert.lengthOf(said, 3)
  })

  test('explain what failed while it was lost and is asked about once it answers again', async ({
    assert,
    cleanup,
  }) => {
    const { presence, state } = stage()
    cleanup(() => presence.stop())
    state.isThere = false
    assert.isFalse(await presence.answers())
    state.isThere = true
    assert.isTrue(await presence.isOutage(REFUSED))
  })

  test('take no passing fault for its loss', async ({ assert }) => {
    const { presence, said } = stage()
    assert.isFalse(await presence.isOutage(DEADLOCK))
    assert.isFalse(await presence.isOutage(new Error('something else')))
    assert.deepEqual(said, [])
  })

  test('answer 503 to a write that {code} refuses')
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

  test('say once that it is full, and once that no write fails of it any more', async ({
    assert,
    cleanup,
  }) => {
    const { presence, said } = stage()
    cleanup(() => presence.stop())
    cleanup(() => clock.restore())
    clock.stop()
    const full = Object.assign(new Error('could not extend file'), { code: '53100' })
    for (let write = 0; write < 3; write++) {
      assert.isTrue(await presence.isOutage(full))
      clock.travel(30_000)
    }
    assert.deepEqual(said, ['the database is full: writes are answered 503'])
    clock.travel(60_000)
    await until(() => said.length === 2)
    assert.equal(said[1], 'the database was full: no write has failed of it since')
  })

  test('name the remedy where it is lost because it refuses the connection that asks', async ({
    assert,
    cleanup,
  }) => {
    const { presence, said, state } = stage()
    cleanup(() => presence.stop())
    state.fault = Object.assign(new Error('too many clients'), { code: '53300' })
    state.isThere = false
    assert.isFalse(await presence.answers())
    assert.match(said[0]!, /^the database is lost: .*max_connections/)
  })
})
