import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import ace from '@adonisjs/core/services/ace'
import { actAsSystem } from '#kernel/acting/main'
import Session from '../../../app/plugins/identity/models/session.js'
import { makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { administrator } from '../access/support/caller.js'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const UPDATED = FIREFOX.replaceAll('140.0', '141.0.2')
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Mobile/15E148'

/** Logs in from an address, as the proxy on this machine tells it. */
async function enter(client: ApiClient, username: string, ip: string, agent = FIREFOX) {
  const response = await client
    .post('/app/auth/login')
    .header('x-forwarded-for', ip)
    .header('user-agent', agent)
    .json({ username, password: PASSWORD })
  response.assertStatus(200)
  return response.body().data.accessToken as string
}

test.group('Identity | notices of logins', (group) => {
  const notices = noticesOf(group)
  const kindsFor = (id: number) => notices.toldTo(id).map(({ data }) => data!.kind)

  test('tell nothing of the first login, nor of those that are like earlier ones', async ({
    client,
    assert,
  }) => {
    const { id, username } = await makeOperator()
    await enter(client, username, '192.0.2.7')
    await enter(client, username, '192.0.2.7')
    await enter(client, username, '192.0.2.201')
    await enter(client, username, '192.0.2.7', UPDATED)
    assert.deepEqual(notices.toldTo(id), [])
  })

  test('tell of a device that was never seen before, and once', async ({ client, assert }) => {
    const { id, username } = await makeOperator()
    await enter(client, username, '192.0.2.7')
    await enter(client, username, '192.0.2.7', PHONE)
    await enter(client, username, '192.0.2.7', PHONE)

    const [notice, ...more] = notices.toldTo(id)
    assert.deepEqual(more, [])
    assert.containsSubset(notice!.data, {
      kind: 'account.new_login',
      newDevice: true,
      newNetwork: false,
    })
    assert.include(notice!.body, '192.0.2.7')
    assert.include(notice!.body, 'iPhone')
  })

  test('tell of a network that was never seen before, of IPv6 too', async ({ client, assert }) => {
    const { id, username } = await makeOperator()
    await enter(client, username, '192.0.2.7')
    await enter(client, username, '198.51.100.7')
    await enter(client, username, '2001:db8:1:2::7')
    await enter(client, username, '2001:db8:1:ffff::9')
    assert.deepEqual(
      notices.toldTo(id).map(({ data }) => [data!.newDevice, data!.newNetwork]),
      [
        [false, true],
        [false, true],
      ]
    )
  })

  test('take no login for the first whose sessions are kept no more', async ({
    client,
    assert,
  }) => {
    const { id, username } = await makeOperator()
    await enter(client, username, '192.0.2.7')
    await actAsSystem('a test', () => Session.query().where('userId', id).delete())
    await enter(client, username, '198.51.100.7')
    assert.deepEqual(kindsFor(id), ['account.new_login'])
  })

  test('tell one person of five a day, and leave the others theirs', async ({ client, assert }) => {
    const [one, other] = [await makeOperator(), await makeOperator()]
    for (let count = 0; count < 8; count++) {
      await enter(client, one.username, `198.51.${count}.7`)
      if (count < 2) await enter(client, other.username, `198.51.${count}.7`)
    }
    assert.lengthOf(notices.toldTo(one.id), 5)
    assert.lengthOf(notices.toldTo(other.id), 1)
  })

  test('let people in whom nobody can tell of it', async ({ client, assert }) => {
    const { id, username } = await makeOperator()
    await enter(client, username, '192.0.2.7')
    notices.isDown = true
    await enter(client, username, '198.51.100.7')
    assert.deepEqual(notices.toldTo(id), [])
  })
})

test.group('Identity | notices of passwords', (group) => {
  const notices = noticesOf(group)
  const kindsFor = (id: number) => notices.toldTo(id).map(({ data }) => data!.kind)

  test('tell of one that was changed, and of none that was not', async ({ client, assert }) => {
    const { id, username } = await makeOperator()
    const token = await enter(client, username, '192.0.2.7')
    const change = (oldPassword: string) =>
      client
        .put('/app/auth/password')
        .bearerToken(token)
        .json({ oldPassword, newPassword: 'another good one' })
    ;(await change('a wrong one')).assertStatus(400)
    assert.deepEqual(kindsFor(id), [])
    ;(await change(PASSWORD)).assertStatus(200)
    assert.deepEqual(kindsFor(id), ['account.password_changed'])
  })

  test('tell of one that an administrator or a command set', async ({ client, assert }) => {
    const { id, username } = await makeOperator()
    const admin = await administrator(client)
    await admin.must(admin.put(`users/${id}/password`, { password: 'set by somebody' }))
    const command = await ace.exec('user:password', [username, '--password=set by command'])
    assert.equal(command.exitCode, 0)
    assert.deepEqual(kindsFor(id), ['account.password_set', 'account.password_set'])
  })
})
