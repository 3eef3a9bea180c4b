import app from '@adonisjs/core/services/app'
import ace from '@adonisjs/core/services/ace'
import { test } from '@japa/runner'
import { PasswordHashing } from '#plugins/identity/main'
import { DemoAccounts } from '../../../app/plugins/access/demo/demo_accounts.js'
import {
  DEMO_PASSWORD,
  departments,
  roles,
  users,
} from '../../../app/plugins/access/demo/organisation.js'
import { logIn, makeOperator } from '../../helpers/accounts.js'
import { administrator } from './support/caller.js'

test.group('Access | demo organisation', () => {
  test('have twelve people in six departments, and one role for each scope', ({ assert }) => {
    assert.lengthOf(Object.keys(users), 12)
    assert.lengthOf(Object.keys(departments), 6)
    const scopes = Object.values(roles).map(({ dataScope }) => dataScope)
    assert.lengthOf(new Set(scopes), 5)
    for (const { role, department } of Object.values(users)) {
      assert.property(roles, role)
      assert.property(departments, department)
    }
  })

  test('keep production from starting until those with the known password are removed', async ({
    client,
    assert,
  }) => {
    const accounts = await app.container.make(DemoAccounts)
    const hashing = await app.container.make(PasswordHashing)
    await makeOperator({ username: 'dana', password: await hashing.make(DEMO_PASSWORD) })
    const own = await makeOperator({ username: 'hugo' })
    await assert.rejects(() => accounts.assertNone(), /^1 demo accounts .*node ace demo:remove$/)

    assert.equal((await ace.exec('demo:remove', [])).exitCode, 0)
    await accounts.assertNone()
    const dana = { username: 'dana', password: DEMO_PASSWORD }
    ;(await client.post('/app/auth/login').json(dana)).assertStatus(400)
    await logIn(client, own.username)
    const admin = await administrator(client)
    await admin.must(admin.delete(`users/${own.id}`))
  })
})
