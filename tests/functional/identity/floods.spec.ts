import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { loggedIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { closedHashing } from '../../helpers/closed_hashing.js'

const MOST_UNDER_WAY = 32
const REFUSED = 6

let addresses = 0
const freshAddress = () => `2001:db8:f:${(addresses += 1).toString(16)}::1`

const attempt = (client: ApiClient, from: string, username: string, password = 'wrong') =>
  client.post('/app/auth/login').header('x-forwarded-for', from).json({ username, password })

test.group('Identity | floods', () => {
  test('answer 429 to all but a handful who try one name at once, and let a person in from where they logged in before', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { username } = await makeOperator()
    const home = freshAddress()
    ;(await attempt(client, home, username, PASSWORD)).assertStatus(200)
    const hashing = closedHashing()
    cleanup(() => {
      hashing.open()
      hashing.restore()
    })
    const crowded = Promise.withResolvers<void>()
    let refused = 0
    const flood = Array.from({ length: MOST_UNDER_WAY + REFUSED }, async () => {
      const answer = await attempt(client, freshAddress(), username)
      if (answer.status() !== 429) return
      assert.equal(answer.header('retry-after'), '5')
      if (++refused === REFUSED) crowded.resolve()
    })
    await crowded.promise
    const own = Promise.all([attempt(client, home, username, PASSWORD)])
    hashing.open()
    const [answer] = await own
    answer.assertStatus(200)
    await Promise.all(flood)
    assert.equal(refused, REFUSED)
  })

  test('slow down who changes their password without end', async ({ client, assert }) => {
    const { accessToken } = await loggedIn(client)
    const same = { oldPassword: PASSWORD, newPassword: PASSWORD }
    const change = () => client.put('/app/auth/password').json(same).bearerToken(accessToken)
    const answers = await Promise.all(Array.from({ length: 12 }, change))
    assert.deepEqual(answers.map((answer) => answer.status()).sort(), [
      ...Array(10).fill(400),
      ...Array(2).fill(429),
    ])
    const refused = answers.find((answer) => answer.status() === 429)!
    assert.isAbove(Number(refused.header('retry-after')), 0)
  })
})
