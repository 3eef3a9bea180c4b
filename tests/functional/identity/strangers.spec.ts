import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { IdentityConfig } from '#plugins/identity/main'
import { freshName, makeOperator, PASSWORD } from '../../helpers/accounts.js'

let addresses = 0

/** One that no other test uses. */
function freshAddress(): string {
  addresses += 1
  return `2001:db8:${(process.pid % 0xffff).toString(16)}:${addresses.toString(16)}::1`
}

const attempt = (client: ApiClient, from: string, username: string, password: string) =>
  client.post('/app/auth/login').header('x-forwarded-for', from).json({ username, password })

async function failTimes(client: ApiClient, from: string, username: string, times: number) {
  const statuses = []
  for (let count = 0; count < times; count++)
    statuses.push((await attempt(client, from, username, 'wrong')).status())
  return statuses
}

/** For a set-up: an address may fail so often until the teardown. */
function addressFailures(most: number): () => void {
  const { lockout } = app.config.get<IdentityConfig>('identity')
  const before = lockout.addressFailures
  lockout.addressFailures = most
  return () => void (lockout.addressFailures = before)
}

test.group('Identity | strangers', () => {
  test('let a person in from where they logged in before, though strangers locked the account', async ({
    client,
    assert,
  }) => {
    const { username } = await makeOperator()
    const [home, stranger] = [freshAddress(), freshAddress()]
    ;(await attempt(client, home, username, PASSWORD)).assertStatus(200)
    assert.deepEqual(await failTimes(client, stranger, username, 5), [400, 400, 400, 400, 423])

    ;(await attempt(client, home, username, 'wrong')).assertStatus(400)
    ;(await attempt(client, home, username, PASSWORD)).assertStatus(200)
    const neighbour = home.replace('::1', '::2')
    ;(await attempt(client, neighbour, username, PASSWORD)).assertStatus(200)
  })

  test('leave the account locked for everybody else, whoever gets in meanwhile', async ({
    client,
  }) => {
    const { username } = await makeOperator()
    const [home, stranger, elsewhere] = [freshAddress(), freshAddress(), freshAddress()]
    ;(await attempt(client, home, username, PASSWORD)).assertStatus(200)
    await failTimes(client, stranger, username, 5)
    ;(await attempt(client, home, username, PASSWORD)).assertStatus(200)
    ;(await attempt(client, stranger, username, PASSWORD)).assertStatus(423)
    ;(await attempt(client, elsewhere, username, PASSWORD)).assertStatus(423)
  })

  test('lock out who fails as often as anybody may, from where they logged in before too', async ({
    client,
    assert,
  }) => {
    const { username } = await makeOperator()
    const [home, stranger] = [freshAddress(), freshAddress()]
    ;(await attempt(client, home, username, PASSWORD)).assertStatus(200)
    await failTimes(client, stranger, username, 5)
    assert.deepEqual(await failTimes(client, home, username, 5), [400, 400, 400, 400, 423])
    ;(await attempt(client, home, username, PASSWORD)).assertStatus(423)
  })

  test('refuse an address that guesses at many accounts with 429, and no other', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(addressFailures(6))
    const [stranger, home] = [freshAddress(), freshAddress()]
    const { username } = await makeOperator()
    for (let count = 0; count < 6; count++)
      (await attempt(client, stranger, freshName('nobody'), 'wrong')).assertStatus(400)

    const name = freshName('nobody')
    const refused = await attempt(client, stranger, name, 'wrong')
    refused.assertStatus(429)
    refused.assertBodyContains({ code: 429, data: { reason: 'E_TOO_MANY_REQUESTS' } })
    assert.isAbove(Number(refused.header('retry-after')), 0)
    assert.isAtMost(Number(refused.header('retry-after')), 900)
    assert.isNull(await db.from('login_attempts').where('account', name).first())
    ;(await attempt(client, stranger, username, PASSWORD)).assertStatus(429)
    ;(await attempt(client, home, username, PASSWORD)).assertStatus(200)
  })

  test('evaluate exactly the limit of an address that guesses at many accounts at once', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(addressFailures(6))
    const stranger = freshAddress()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => attempt(client, stranger, freshName('nobody'), 'wrong'))
    )
    const statuses = answers.map((answer) => answer.status())
    assert.lengthOf(
      statuses.filter((status) => status === 400),
      6
    )
    assert.lengthOf(
      statuses.filter((status) => status === 429),
      24
    )
  })

  test('count no password that was right', async ({ client, assert, cleanup }) => {
    cleanup(addressFailures(3))
    const office = freshAddress()
    for (let count = 0; count < 6; count++) {
      const { username } = await makeOperator()
      ;(await attempt(client, office, username, PASSWORD)).assertStatus(200)
    }
    const disabled = await makeOperator({ status: 'disabled' })
    for (let count = 0; count < 4; count++)
      (await attempt(client, office, disabled.username, PASSWORD)).assertBodyContains({
        data: { reason: 'E_ACCOUNT_DISABLED' },
      })
    const statuses = await failTimes(client, office, freshName('nobody'), 4)
    assert.deepEqual(statuses, [400, 400, 400, 429])
  })

  test('let a person in from where they logged in before, though others there guess at accounts', async ({
    client,
    cleanup,
  }) => {
    cleanup(addressFailures(6))
    const office = freshAddress()
    const { username } = await makeOperator()
    ;(await attempt(client, office, username, PASSWORD)).assertStatus(200)
    for (let count = 0; count < 6; count++)
      await attempt(client, office, freshName('nobody'), 'wrong')
    ;(await attempt(client, office, freshName('nobody'), 'wrong')).assertStatus(429)
    ;(await attempt(client, office, username, PASSWORD)).assertStatus(200)
  })
})
