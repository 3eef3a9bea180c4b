import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { Versions } from '#kernel/state/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { makeOperator } from '../../helpers/accounts.js'
import { administrator } from '../access/support/caller.js'
import { holder } from '../access/support/organisation.js'
import { SETTINGS_KEY } from '#plugins/settings/main'

const KEY = 'identity.loginMaxFailures'
const SETTING = `settings/${KEY}`

test.group('Settings | parameters', (group) => {
  onEveryDatabase(group)
  group.each.teardown(async () => {
    await db.from('settings').delete()
    await (await app.container.make(Versions)).bump(SETTINGS_KEY)
  })

  test('list what the mounted plugins declare, with the default of the configuration', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const all = await admin.must(admin.get('settings'))
    const found = all.find(({ key }: { key: string }) => key === KEY)
    assert.containSubset(found, {
      ...{ plugin: 'identity', type: 'integer', min: 1, max: 100 },
      ...{ value: 5, default: 5, isDefault: true, updatedAt: null, updatedByName: null },
    })
    assert.deepEqual(await admin.must(admin.get(SETTING)), found)
    ;(await admin.get('settings/identity.unknown')).assertStatus(404)
  })

  test('change at once, tell who did, and go back to the default', async ({ client, assert }) => {
    const admin = await administrator(client)
    const { username } = await makeOperator()
    const changed = await admin.must(admin.put(SETTING, { value: 1, updatedAt: null }))
    assert.containSubset(changed, { value: 1, isDefault: false, updatedByName: 'Administrator' })
    const wrong = { username, password: 'not the password' }
    ;(await client.post('/app/auth/login').json(wrong)).assertStatus(423)

    const back = await admin.must(admin.delete(SETTING))
    assert.containSubset(back, { value: 5, isDefault: true, updatedAt: null })
    const other = await makeOperator()
    const again = { ...wrong, username: other.username }
    ;(await client.post('/app/auth/login').json(again)).assertStatus(400)
    const { items } = await admin.must(admin.get(`${SETTING}/history`))
    assert.containSubset(items, [
      { before: 1, after: null, changedByName: 'Administrator' },
      { before: null, after: 1 },
    ])
  })

  test('refuse a value of another type, and one out of bounds', async ({ client, assert }) => {
    const admin = await administrator(client)
    for (const value of ['5', 5.5, 0, 101, true]) {
      const answer = await admin.put(SETTING, { value })
      answer.assertStatus(422)
      assert.match(answer.body().data.errors[0].message, /must be a whole number from 1 to 100$/)
    }
    for (const body of [{}, { value: null }, { value: [1] }, { value: { a: 1 } }])
      (await admin.put(SETTING, body)).assertStatus(422)
    const tooLong = await admin.put('settings/application.name', { value: 'x'.repeat(61) })
    assert.match(tooLong.body().data.errors[0].message, /a text of at most 60 characters$/)
    assert.lengthOf(await db.from('settings'), 0)
  })

  test('let one of several win, where each has seen the same', async ({ client, assert }) => {
    const admin = await administrator(client)
    const changes = async () => (await admin.must(admin.get(`${SETTING}/history`))).items.length
    const before = await changes()
    for (const first of [11, 31]) {
      const { updatedAt } = await admin.must(admin.get(SETTING))
      const values = [first, first + 1, first + 2]
      const puts = values.map((value) => admin.put(SETTING, { value, updatedAt }))
      const statuses = (await Promise.all(puts)).map((answer) => answer.status())
      assert.deepEqual(statuses.sort(), [200, 409, 409])
    }
    const unseen = [21, 22].map((value) => admin.put(SETTING, { value }))
    for (const answer of await Promise.all(unseen)) answer.assertStatus(200)
    assert.equal(await changes(), before + 4)
  })

  test('ask for their permissions', async ({ client }) => {
    const { caller } = await holder(client, ['system:setting:list'])
    ;(await caller.get(SETTING)).assertStatus(200)
    ;(await caller.put(SETTING, { value: 6 })).assertStatus(403)
    ;(await caller.delete(SETTING)).assertStatus(403)
    const { caller: nobody } = await holder(client, [])
    ;(await nobody.get('settings')).assertStatus(403)
  })

  test('answer what is public to everybody', async ({ client, assert }) => {
    const admin = await administrator(client)
    await admin.must(admin.put('settings/application.announcement', { value: 'Back at nine' }))
    const { data } = (await client.get('/app/settings/public')).body()
    assert.containSubset(data, {
      'application.name': 'Chancery',
      'application.announcement': 'Back at nine',
    })
    assert.notProperty(data, KEY)
  })

  test('count a stored value that no longer fits as the default', async ({ client, assert }) => {
    const now = new Date().toISOString().slice(0, 23).replace('T', ' ')
    const row = { key: KEY, value: '"many"', created_at: now, updated_at: now }
    await db.table('settings').insert(row)
    await db.table('settings').insert({ ...row, key: 'absent.plugin', value: '7' })
    await (await app.container.make(Versions)).bump(SETTINGS_KEY)
    const admin = await administrator(client)
    assert.containSubset(await admin.must(admin.get(SETTING)), { value: 5, isDefault: true })
    const { username } = await makeOperator()
    const wrong = { username, password: 'not the password' }
    ;(await client.post('/app/auth/login').json(wrong)).assertStatus(400)
    await admin.must(admin.put(SETTING, { value: 7 }))
    assert.equal((await db.from('settings').where('key', 'absent.plugin').firstOrFail()).value, '7')
  })
})
