import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import { clock } from '#kernel/state/main'
import { LoginAttempts } from '#plugins/identity/main'
import { freshName, makeOperator, PASSWORD } from '../../helpers/accounts.js'

const attempt = (client: ApiClient, username: string, password: string) =>
  client.post('/app/auth/login').json({ username, password })

async function failTimes(client: ApiClient, username: string, times: number) {
  for (let count = 0; count < times; count++) await attempt(client, username, 'wrong')
}

test.group('Identity | lockout', (group) => {
  group.each.teardown(() => clock.restore())

  test('lock with the fifth wrong password, which itself answers 423 and for how long', async ({
    client,
    assert,
  }) => {
    const { username } = await makeOperator()
    clock.stop()
    await failTimes(client, username, 4)
    const fifth = await attempt(client, username, 'wrong')

    fifth.assertStatus(423)
    fifth.assertBodyContains({ code: 423, data: { reason: 'E_ACCOUNT_LOCKED' } })
    assert.include(fifth.body().message, '15 minutes')
    assert.equal(fifth.header('retry-after'), '900')
  })

  test('refuse the right password while locked, without making the lock longer', async ({
    client,
  }) => {
    const { username } = await makeOperator()
    await failTimes(client, username, 5)
    clock.travel(10 * 60_000)
    ;(await attempt(client, username, PASSWORD)).assertStatus(423)
    ;(await attempt(client, username, 'wrong')).assertStatus(423)
    clock.travel(5 * 60_000 + 1_000)
    ;(await attempt(client, username, PASSWORD)).assertStatus(200)
  })

  test('start the count anew after a success, and after a lock', async ({ client }) => {
    const { username } = await makeOperator()
    await failTimes(client, username, 4)
    ;(await attempt(client, username, PASSWORD)).assertStatus(200)
    await failTimes(client, username, 4)
    ;(await attempt(client, username, PASSWORD)).assertStatus(200)

    await failTimes(client, username, 5)
    clock.travel(16 * 60_000)
    await failTimes(client, username, 4)
    ;(await attempt(client, username, PASSWORD)).assertStatus(200)
  })

  test('treat an unknown name as a known one', async ({ client }) => {
    const username = freshName('nobody')
    await failTimes(client, username, 4)
    ;(await attempt(client, username, 'wrong')).assertStatus(423)
    ;(await attempt(client, username, 'wrong')).assertStatus(423)
  })

  test('lift the lock when an administrator unlocks', async ({ client }) => {
    const { username } = await makeOperator()
    await failTimes(client, username, 5)
    const attempts = await app.container.make(LoginAttempts)
    await attempts.unlock(username)
    ;(await attempt(client, username, PASSWORD)).assertStatus(200)
  })
})
