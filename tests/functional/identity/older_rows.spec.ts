import { test } from '@japa/runner'
import { OlderDatabase } from '../../helpers/older_database.js'

const MIGRATIONS = 'identity/database/migrations'
const BEFORE = [
  '1760000000001_create_departments_table',
  '1760000000002_create_users_table',
  '1760000000003_create_sessions_table',
  '1760000000004_create_refresh_tokens_table',
  '1760000000005_create_login_attempts_table',
  '1760000000006_create_security_events_table',
]
const SID = '1760000000007_add_sid_to_sessions_table'
const NAMES = '1760000000008_tell_account_names_apart'
const IPS = '1760000000010_find_the_addresses_of_users'
const ADDRESSES = '1760000000012_find_sessions_by_address'
const at = '2026-10-01 08:00:00.000'
const wide = 'ｗｉｄｅ'

test.group('Identity | rows of before', (group) => {
  let older: OlderDatabase
  group.setup(async () => {
    older = await OlderDatabase.make('older_identity')
    return () => older.drop()
  })

  const names = async () =>
    (await older.client.from('users').orderBy('id')).map(({ username }) => username)

  test('keep sessions, and write names as logins look for them', async ({ assert }) => {
    for (const name of BEFORE) await older.migrate(`${MIGRATIONS}/${name}`)
    const made = { password: '-', status: 'enabled', created_at: at, updated_at: at }
    const users = ['admin', 'zoë'.normalize('NFD'), wide, 'both', 'ｂｏｔｈ']
    for (const [index, username] of users.entries())
      await older.insert('users', { id: index + 1, username, nickname: username, ...made })
    const times = { created_at: at, last_used_at: at, expires_at: at }
    await older.insert('sessions', { id: 7, user_id: 1, ...times })
    await older.insert('sessions', { id: 8, user_id: 1, ...times })

    for (const name of [SID, NAMES]) await older.migrate(`${MIGRATIONS}/${name}`)
    const sessions = await older.client.from('sessions').orderBy('id')
    assert.deepEqual(
      sessions.map(({ id, sid }) => [id, sid]),
      [
        [7, null],
        [8, null],
      ]
    )
    assert.deepEqual(await names(), ['admin', 'zoë'.normalize('NFC'), 'wide', 'both', 'ｂｏｔｈ'])
    await older.insert('users', { id: 9, username: 'ádmin', nickname: 'x', ...made })
    assert.lengthOf(await older.client.from('users').where('username', 'admin'), 1)
  })

  test('go back, and forth again', async ({ assert }) => {
    await older.client.from('users').where('id', 9).delete()
    for (const name of [NAMES, SID]) await older.migrate(`${MIGRATIONS}/${name}`, 'down')
    for (const name of [SID, NAMES]) await older.migrate(`${MIGRATIONS}/${name}`)
    assert.lengthOf(await names(), 5)
  })

  test('find sessions by their address, and as before', async ({ assert }) => {
    for (const name of [IPS, ADDRESSES]) await older.migrate(`${MIGRATIONS}/${name}`)
    await older.client.from('sessions').where('id', 7).update({ address: '192.0.2.7' })
    await older.migrate(`${MIGRATIONS}/${ADDRESSES}`, 'down')
    await older.migrate(`${MIGRATIONS}/${ADDRESSES}`)
    const sessions = await older.client.from('sessions').orderBy('id').select('id', 'address')
    assert.deepEqual(
      sessions.map(({ id, address }) => [id, address]),
      [
        [7, null],
        [8, null],
      ]
    )
  })
})
